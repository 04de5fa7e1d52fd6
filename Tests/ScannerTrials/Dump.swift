import FacetSyntax
import Foundation

/// Prints what the scanner reads in each file, one line of JSON a file, for the comparison with the compiler.
enum Dump {
  static func run(_ paths: [String]) throws {
    for path in paths {
      let file = SourceFile(path: path, contents: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
      let tokens = TokenBuffer(file)
      let object: [String: Any] = [
        "path": path,
        "faults": tokens.faults.map { "\($0.offset): \($0.kind.rawValue)" },
        "declarations": DeclarationParser.declarations(of: tokens).map(json),
      ]
      let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
      FileHandle.standardOutput.write(data + Data("\n".utf8))
    }
  }

  private static func json(_ declaration: Declaration) -> [String: Any] {
    var result: [String: Any] = [
      "kind": declaration.kind.rawValue, "name": declaration.name, "offset": declaration.introducerOffset,
      "nameOffset": declaration.nameOffset, "members": declaration.members.map(json),
      "async": declaration.effects.isAsync, "generic": declaration.isGeneric,
      "inherited": declaration.inherited.count,
      "static": declaration.hasModifier("static") || declaration.hasModifier("class"),
      "conditions": declaration.conditions.count,
    ]
    result["type"] = declaration.type?.text
    result["throws"] = throwing(declaration.effects)
    if case .typed(let type) = declaration.effects.throwing { result["thrownType"] = type }
    result["parameters"] = declaration.parameters.map { parameter -> [String: Any] in
      [
        "label": parameter.label ?? "", "name": parameter.name, "type": parameter.type.text,
        "default": parameter.hasDefault,
      ]
    }
    return result
  }

  private static func throwing(_ effects: Effects) -> Bool {
    switch effects.throwing {
    case .never, .rethrows: false
    case .any, .typed: true
    }
  }
}
