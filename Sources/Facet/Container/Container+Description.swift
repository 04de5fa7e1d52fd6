extension Container: CustomStringConvertible {
  /// One line for each key, sorted, without the parents' keys.
  ///
  /// ```
  /// [
  ///     { Service: Animal, Name: "Hachi", Factory: (Resolver, String) -> Animal, ObjectScope: graph }
  /// ]
  /// ```
  public var description: String {
    let lines = registry.registrations().map { "\n    { \($0.words) }" }
    return "[" + lines.inOrder(by: <).joined(separator: ",") + "\n]"
  }
}

extension Registration {
  /// The entry behind the key, and the key's type as the result: the form that Swinject's users know.
  fileprivate var words: String {
    let settings = record.settings
    var parameters = "Resolver"
    for type in key.argumentTypes { parameters += ", " + typeName(type) }
    if signature != nil { parameters = "(" + parameters + ")" }
    var words = "Service: \(typeName(record.serviceType))"
    if let name = key.quotedName { words += ", Name: " + name }
    if let option { words += ", \(option.option)" }
    words += ", Factory: \(parameters) -> \(typeName(serviceType))"
    words += ", ObjectScope: \(settings.scope.name)"
    if !settings.completions.isEmpty {
      words += ", InitCompleted: Specified \(settings.completions.count) closures"
    }
    return words
  }
}
