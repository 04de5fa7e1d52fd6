/// The text for a scope that keeps one instance for each value of the arguments, where these cannot be compared.
func incomparableArguments(
  of key: ServiceKey, _ registration: CodeLocation, _ types: [Any.Type], _ scope: String
) -> String {
  let names = TypeNames(of: [key], types)
  let quoted = types.map { "'\(names.name($0))'" }
  let list = quoted.joined(separator: " and ")
  return """
    Precondition failed: Cannot keep one \(names.name(key.serviceType)) per argument, because \(list) \(types.count == 1 ? "is" : "are") not Hashable

      Service:   \(names.text(for: key))   registered at \(registration)
      Scope:     \(scope)

    To fix this, do one of:
      • Conform \(list) to Hashable.
      • Take an argument that is Hashable, such as an identifier.
      • Choose another scope.
    """
}
