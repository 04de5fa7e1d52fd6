/// The given arguments, and how they would fit a registration.
extension ErrorMessage {
  var givenArguments: String { arguments(of: error.key) }
  var listArguments: String { names.listArguments(of: error.key) }
  func arguments(of key: ServiceKey) -> String {
    let places = key.argumentTypes.map { _ in "…" }
    return places.isEmpty
      ? "" : ", argument\(places.count == 1 ? "" : "s"): \(places.joined(separator: ", "))"
  }

  /// The arguments as the types of the nearest registration to which they can be converted.
  var fittingArguments: String? { arguments { Fit($0, $1) == .converted } }

  /// The arguments as the types of the nearest registration that takes protocols: only a value can tell whether it conforms.
  var conformingArguments: String? { arguments { Fit($0, $1) != nil } }

  private func arguments(where isFitting: (Any.Type, Any.Type) -> Bool) -> String? {
    let given = error.key.argumentTypes
    guard
      let taken = others.first(where: { taken in
        zip(given, taken).allSatisfy { $0 == $1 || isFitting($0, $1) && names.isWritable($1) }
      })
    else { return nil }
    let places = zip(given, taken).map { $0 == $1 ? "…" : "… as \(names.code($1))" }
    return "argument\(places.count == 1 ? "" : "s"): \(places.joined(separator: ", "))"
  }

  /// Whether an initializer near the key takes services of the types of all arguments: its parameters were meant to be arguments.
  var takesArgumentsAsServices: Bool {
    let given = error.key.argumentTypes
    return !given.isEmpty
      && nearMisses.contains { near in
        Difference.all(of: near, from: error.key) == [.noArguments]
          && given.allSatisfy { type in near.needs.contains { $0 == type } }
      }
  }

  /// The argument types of registrations that differ only in these types, and take the same number of arguments.
  private var others: [[Any.Type]] {
    let count = error.key.argumentTypes.count
    return nearMisses.lazy.filter { Difference.all(of: $0, from: error.key) == [.otherArguments] }
      .map(\.key.argumentTypes).filter { $0.count == count }
  }

  // MARK: - Parameters

  /// The parameters of a factory with their types, if a registration takes optionals of these.
  ///
  /// The compiler may have inferred the optionals.
  var typedParameters: String? {
    let given = error.key.argumentTypes
    let isInferred = others.contains { taken in
      zip(given, taken).allSatisfy { $0 == $1 || $1 == optionalType(of: $0) }
    }
    return isInferred && given.allSatisfy(names.isWritable) ? parameters(of: error.key) : nil
  }

  /// The parameters of a factory, with types where code can name them, because the compiler does not always infer them.
  func parameters(of key: ServiceKey) -> String {
    let (parameters, types) = (names.parameterNames(of: key), key.argumentTypes)
    guard !types.isEmpty, types.allSatisfy(names.isWritable) else {
      return parameters.joined(separator: ", ")
    }
    let typed = zip(parameters.dropFirst(), types).map { "\($0): \(names.code($1))" }
    return "(\((parameters.prefix(1) + typed).joined(separator: ", ")))"
  }
}

/// How a value of one type is passed as another.
private enum Fit {
  /// The compiler converts it.
  case converted
  /// The compiler converts it if it conforms; at run time the types do not tell.
  case ifItConforms

  init?(_ given: Any.Type, _ taken: Any.Type) {
    if taken == Any.self || taken == optionalType(of: given) || isSubclass(given, of: taken) {
      self = .converted
    } else if TypeNames.isProtocol((taken as? any OptionalService.Type)?.wrappedType ?? taken) {
      self = .ifItConforms
    } else {
      return nil
    }
  }
}
