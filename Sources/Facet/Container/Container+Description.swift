extension Container: CustomStringConvertible {
  /// One line for each key, sorted, without the parents' keys.
  ///
  /// ```
  /// [
  ///     { Service: Dog, Name: "Hachi", Factory: (Resolver, String) -> Animal, ObjectScope: graph }
  /// ]
  /// ```
  public var description: String {
    "[" + registry.registrations.map { "\n    { \($0.words) }" }.sorted().joined(separator: ",") + "\n]"
  }
}

extension Registration {
  /// The key, and the record behind it.
  fileprivate var words: String {
    let settings = record.settings
    let parameters = (["Resolver"] + key.argumentTypes.map(typeName)).joined(separator: ", ")
    var words = "Service: \(typeName(serviceType))"
    if let name { words += ", Name: \"\(name)\"" }
    if let option { words += ", \(option.option)" }
    words += ", Factory: (\(parameters)) -> \(typeName(record.serviceType))"
    words += ", ObjectScope: \(settings.scope.name)"
    if !settings.completions.isEmpty {
      words += ", InitCompleted: Specified \(settings.completions.count) closures"
    }
    return words
  }
}
