/// The code of remedies that names keys and asks for them: written here for all messages.
extension TypeNames {
  /// The type of a wrapper of a key; the wrapper is a word, such as `Lazy`.
  ///
  /// A provider has the types of the arguments as its own.
  package func code(_ key: ServiceKey, in wrapper: String) -> String {
    let types = [key.serviceType] + (wrapper.hasSuffix("Provider") ? key.argumentTypes : [])
    return "\(wrapper)<\(types.map { isWritable($0) ? code($0) : "…" }.joined(separator: ", "))>"
  }

  /// The arguments of a call that names a key, such as `Tea.self, name: "green"`.
  package func call(_ key: ServiceKey, in wrapper: String? = nil) -> String {
    let type = isWritable(key.serviceType) ? metatype(key.serviceType) : "…"
    let name = key.quotedName.map { ", name: \($0)" } ?? ""
    return (wrapper.map { code(key, in: $0) + ".self" } ?? type) + name
  }

  /// The wrappers that ask for a service later: `Lazy<Tea> or Provider<Tea>`, with the call if the type alone does not show it.
  ///
  /// A service that is one of several of its type may be an element of a list.
  package func wrappers(of key: ServiceKey, isAwaited: Bool = false, isOneOfSeveral: Bool = false) -> String {
    let (lazy, provider) = isAwaited ? ("AsyncLazy", "AsyncProvider") : ("Lazy", "Provider")
    let call = isOneOfSeveral ? ", in a list by resolver.requireAll(\(code(key, in: lazy)).self)" : ""
    if key.signature != nil {
      return "\(code(key, in: provider)), by resolver.require(\(request(key, in: provider)))\(call),"
    }
    let both = "\(code(key, in: lazy)) or \(code(key, in: provider))"
    if key.name != nil { return "\(both), by resolver.require(\(request(key, in: lazy)))\(call)," }
    return call.isEmpty ? both : both + call + ","
  }

  /// The arguments of a call that asks for a key: `Tea.self, name: "green", argument: …`.
  package func request(_ key: ServiceKey, in wrapper: String? = nil) -> String {
    let places = wrapper?.hasSuffix("Provider") == true ? [] : key.argumentTypes.map { _ in "…" }
    let label = places.count == 1 ? "argument" : "arguments"
    return call(key, in: wrapper) + (places.isEmpty ? "" : ", \(label): \(places.joined(separator: ", "))")
  }

  /// The arguments of a list, which has one label for any number.
  func listArguments(of key: ServiceKey) -> String {
    let places = key.argumentTypes.map { _ in "…" }
    return places.isEmpty ? "" : ", arguments: \(places.joined(separator: ", "))"
  }
  /// The names of a factory's parameters, all different.
  func parameterNames(of key: ServiceKey) -> [String] {
    var names = ["resolver"]
    for type in key.argumentTypes {
      let letters = typeName(type).prefix { $0.isLetter || $0.isNumber }
      let name = letters.isEmpty ? "argument" : letters.prefix(1).lowercased() + letters.dropFirst()
      let unique = [name] + (2...(names.count + 1)).map { "\(name)\($0)" }
      let free = unique.first { !names.contains($0) } ?? name
      names.append(TypeNames.keywords.contains(part: " \(free) ") ? "`\(free)`" : free)
    }
    return names
  }

  /// The keywords that cannot name a parameter, and that a type's name may give.
  private static var keywords: String {
    " as break case catch class continue default defer do else enum extension false for func guard if import in init inout is let nil "
      + "operator protocol repeat return self static struct subscript super switch throw true try var where while "
  }
}
