import FacetSyntax

/// What the scanner reads in `text`, a line for each declaration, members indented.
func outline(_ text: String) -> String {
  let tokens = TokenBuffer(SourceFile(path: "Test.swift", text: text))
  var lines: [String] = []
  func add(_ declarations: [Declaration], _ indent: String) {
    for declaration in declarations {
      lines.append(indent + line(declaration))
      add(declaration.members, indent + "  ")
    }
  }
  add(DeclarationParser.declarations(of: tokens), "")
  lines += tokens.faults.map { "fault at \($0.offset): \($0.kind.rawValue)" }
  return lines.joined(separator: "\n")
}

private func line(_ declaration: Declaration) -> String {
  var parts = declaration.attributes.map { "@\($0.name)" + ($0.arguments.map { "(\($0))" } ?? "") }
  parts += declaration.modifiers
  parts.append(declaration.kind.rawValue)
  var name = declaration.name + (declaration.isGeneric ? "<>" : "")
  if [.func, .`init`, .subscript, .case].contains(declaration.kind), !declaration.parameters.isEmpty {
    name += "(\(declaration.parameters.map(text).joined(separator: ", ")))"
  }
  parts.append(name)
  if declaration.effects.isAsync { parts.append("async") }
  switch declaration.effects.throwing {
  case .never: break
  case .any: parts.append("throws")
  case .typed(let type): parts.append("throws(\(type))")
  case .rethrows: parts.append("rethrows")
  }
  if let type = declaration.type { parts.append("-> \(type.text)") }
  if !declaration.inherited.isEmpty {
    parts.append(": " + declaration.inherited.map(\.text).joined(separator: ", "))
  }
  if declaration.hasWhereClause { parts.append("where") }
  if declaration.isComputed { parts.append("{ get }") }
  parts += declaration.conditions.map { "#\($0.holds ? "" : "!")[\($0.text)]" }
  return parts.joined(separator: " ")
}

private func text(_ parameter: Parameter) -> String {
  let label = parameter.label ?? "_"
  let names = label == parameter.name || parameter.name.isEmpty ? label : "\(label) \(parameter.name)"
  return "\(names): \(parameter.type.text)" + (parameter.isVariadic ? "..." : "")
    + (parameter.hasDefault ? " = …" : "")
}
