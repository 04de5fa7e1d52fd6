/// What helps against a loop: it depends on which part of which service asks for the one that is being built.
extension ErrorMessage {
  var loopRemedies: [String] {
    if let wrapper = error.wrapper { return remedies(ofUseThrough: wrapper) }
    return isLoopOfOne
      ? remediesOfLoopOfOne : ([scopeRemedy] + [deferral] + [completionRemedy]).compactMap(\.self)
  }

  // MARK: - A wrapper

  private func remedies(ofUseThrough wrapper: Any.Type) -> [String] {
    let name = names.name(wrapper)
    let user = asking.map { "in \(names.text(for: $0.key)) " } ?? ""
    return [
      "Keep the \(name) \(user)and use it later: not in a factory, an initializer, a decorator or an initCompleted.",
      "To catch this failure, use it by require(), which throws.",
    ]
  }

  // MARK: - One service

  /// Whether a service asks for that very service: deferred, it would hold itself.
  private var isLoopOfOne: Bool {
    guard error.path.dropLast().last == error.key else { return false }
    // With arguments, it may be a longer way back to the same ones.
    return error.path.count { $0 == error.key } == 2
  }
  private var remediesOfLoopOfOne: [String] {
    let key = error.key
    let name = key.quotedName.map { ", name: " + $0 } ?? ""
    let metatype = names.isWritable(key.serviceType) ? names.metatype(key.serviceType) : "…"
    let (resolver, others) = ("resolver", parameterNames(of: key).dropFirst())
    func parameters(_ second: String) -> String { ([resolver, second] + others).joined(separator: ", ") }
    switch error.askingPart {
    case .factory:
      return [
        "To wrap the service that was registered before, or by a parent, decorate it there: container.decorate(\(metatype)\(name)) { \(parameters("inner")) in … }",
        "If it stands for all services of its type, give the others names: resolver.resolveAllByName(\(metatype)\(listArguments))",
      ]
    case .decorator:
      return ["Use what the decorator receives, in place of a resolve: { \(parameters("inner")) in … }"]
    case .completion:
      return [
        "Use what the initCompleted receives, in place of a resolve: { \(parameters("service")) in … }"
      ] + [scope(inWhichFound: key)].compactMap(\.self)
    case .storage:
      return ["Return what the storage was given by setInstance, or nil: then the factory makes one."]
    }
  }

  // MARK: - Several services

  private var asking: PathStep? { error.steps.dropLast().last }

  /// From the service that is asked for again, without its second occurrence.
  private var circle: ArraySlice<PathStep> {
    let steps = error.steps.dropLast()
    return steps.lastIndex { $0.key == error.key }.map { steps[$0...] } ?? steps
  }

  /// A completion whose instance nobody finds leads to the service for ever.
  private var unseen: PathStep? { circle.first { $0.part == .completion && $0.isTransient } }
  private var scopeRemedy: String? { unseen.flatMap { scope(inWhichFound: $0.key) } }
  private func scope(inWhichFound key: ServiceKey) -> String? {
    // Nobody finds an awaited service while it is completed.
    if error.isAwaited { return nil }
    return
      "Give \(names.text(for: key)) a scope in which it is found while it is completed: .inObjectScope(.graph)"
  }

  /// Nothing but the last step is in the way.
  var deferral: String? {
    let wrapper = names.wrappers(
      of: error.key, isAwaited: error.isAwaited, isOneOfSeveral: error.steps.last?.isOneOfSeveral == true)
    guard let asking else { return nil }
    let (user, part) = (names.text(for: asking.key), asking.part.name)
    return
      "Ask for \(wrapper) in the \(part) of \(user), and let the service keep that: it is used later, when all are built."
  }

  /// A service finds a half-built one that a completion needs; a decorator has nothing to set, and a structure is complete.
  private var completionRemedy: String? {
    let isFitting = circle.allSatisfy {
      [.factory, .completion].contains($0.part) && !isValue($0.key.serviceType)
    }
    guard !error.isAwaited, unseen == nil, isFitting, circle.contains(where: { $0.part == .factory }) else {
      return nil
    }
    let scopes = circle.filter(\.isTransient).map { names.text(for: $0.key) }
    return
      "Set what these services need of one another in an initCompleted of each, and not in their factories."
      + (scopes.isEmpty
        ? "" : " Give \(scopes.joined(separator: " and ")) the scope .graph, in which it is found.")
  }
}

/// Whether a type is a structure or an enumeration.
package func isValue(_ type: Any.Type) -> Bool { !(type is AnyClass) && !TypeNames.isProtocol(type) }
