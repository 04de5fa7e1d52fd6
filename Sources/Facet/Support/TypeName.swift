/// The name of a type as its author writes it: without modules, and without `any` before a protocol.
func typeName(_ type: Any.Type) -> String {
  let name = String(describing: type)
  return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
}
