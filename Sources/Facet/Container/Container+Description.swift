extension Container: CustomStringConvertible {
  /// The keys of this container without the parents', sorted, each on a line.
  ///
  /// ```
  /// [
  ///     { Service: Animal, Name: "Hachi", Factory: (Resolver, String) -> Animal, ObjectScope: graph }
  /// ]
  /// ```
  public var description: String {
    let lines = registry.registrations().map { "\n    { \($0.text) }" }
    return "[" + lines.inOrder(by: <).joined(separator: ",") + "\n]"
  }
}

extension Registration {
  /// The entry of the key, with the key's type as the result: the form that Swinject prints.
  fileprivate var text: String {
    let settings = record.settings
    var parameters = "Resolver"
    for type in key.argumentTypes { parameters += ", " + typeName(type) }
    if key.signature != nil { parameters = "(" + parameters + ")" }
    var text = "Service: \(typeName(record.serviceType))"
    if let name = key.quotedName { text += ", Name: " + name }
    text += ", Factory: \(parameters) -> \(typeName(serviceType))"
    text += ", ObjectScope: \(settings.scope.name)"
    if !settings.completions.isEmpty {
      text += ", InitCompleted: Specified \(settings.completions.count) closures"
    }
    return text
  }
}
