/// A declaration as it is written: nothing is looked up, nothing is inferred.
///
/// A class, because it is handed about whole: each copy of a structure of this size is code that every client compiles. Unchecked: nothing is
/// changed once it is read.
package final class Declaration: @unchecked Sendable {
  package enum Kind: String, Sendable {
    case `struct`, `class`, `enum`, actor, `protocol`, `extension`
    case `func`, `init`, `deinit`, `subscript`
    case variable, `typealias`, `associatedtype`, `case`
    case `import`
  }

  package var kind: Kind
  /// The name without backticks; for an extension the extended type, for an import the path of the module.
  package var name = ""
  /// Where the name, and where the keyword that introduces the declaration, begin.
  package var nameOffset = 0
  package var introducerOffset = 0
  package var attributes: [Attribute] = []
  /// As they are written: `private`, `private(set)`.
  package var modifiers: [String] = []
  package var genericParameters: [String] = []
  /// Whether a function is called by symbols, not by a name.
  package var isOperator = false
  package var inherited: [TypeReference] = []
  package var hasWhereClause = false
  /// The types that a `where` clause makes equal.
  package var equalTypes: [(String, String)] = []
  package var parameters: [Parameter] = []
  package var effects = Effects()
  /// What a function or subscript returns, the type of a variable, the target of an alias.
  package var type: TypeReference?
  /// Whether a variable has a getter of its own.
  package var isComputed = false
  /// Whether a variable was introduced by `let`.
  package var isConstant = false
  package var members: [Declaration] = []
  /// Whether an initializer gives an optional.
  package var isFailable = false
  /// The `#if` conditions around the declaration, outermost first.
  package var conditions: [Condition] = []
  /// What an import is limited to, as in `import struct Module.Type`; empty for a whole module.
  package var importKind = ""
  /// The tokens at which the braces behind it open and its first value begins; -1 for none.
  package var body = -1
  package var value = -1
  /// Whether something in it cannot be read as Swift, so that nothing can be said about it.
  package var isBroken = false

  package init(kind: Kind) { self.kind = kind }

  /// Makes another one with the same words in front, for lists of variables and cases.
  init(like head: Declaration) {
    kind = head.kind
    (introducerOffset, isConstant) = (head.introducerOffset, head.isConstant)
    (attributes, modifiers, conditions) = (head.attributes, head.modifiers, head.conditions)
  }

  package var isType: Bool {
    switch kind {
    case .struct, .class, .enum, .actor, .protocol: true
    default: false
    }
  }

  package var isGeneric: Bool { !genericParameters.isEmpty }

  package func hasModifier(_ name: String) -> Bool { modifiers.contains(name) }

  /// Whether it belongs to no actor: `nonisolated`, `nonisolated(unsafe)`.
  package var isNonisolated: Bool { modifiers.contains { $0.hasPrefix("nonisolated") } }

  package func attribute(named name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// The access level that is written, if one is.
  package var accessLevel: String? {
    modifiers.first { ["open", "public", "package", "internal", "fileprivate", "private"].contains($0) }
  }

  /// Whether the declaration cannot be seen from another file.
  package var isPrivate: Bool { accessLevel == "private" || accessLevel == "fileprivate" }
}

/// `@name(arguments)`.
package struct Attribute {
  package var name: String
  /// The text between the parentheses, with white space made uniform, or `nil` where there are none.
  package var arguments: String?
  package var offset: Int
  /// The token of the parenthesis; -1 for none.
  package var open = -1
}

/// A type as it is written, with white space made uniform, so that equal types have equal texts.
package struct TypeReference: Equatable, Sendable {
  package var text: String
  package var offset: Int

  package init(text: String, offset: Int) { (self.text, self.offset) = (text, offset) }
}

/// One parameter of a function, initializer, subscript or enum case.
package struct Parameter: Equatable, Sendable {
  /// What a caller writes before the colon; `nil` for none.
  package var label: String?
  package var name: String
  package var type: TypeReference
  package var isVariadic = false
  package var hasDefault = false
  package var isNilByDefault = false
  /// The token at which the default begins; -1 for none.
  package var value = -1

  package init(label: String?, name: String, type: TypeReference) {
    (self.label, self.name, self.type) = (label, name, type)
  }
}

package struct Effects {
  package enum Throwing: Equatable {
    case never
    case any
    case typed(String)
    case `rethrows`
  }

  package var isAsync = false
  package var throwing = Throwing.never
}

/// One branch of an `#if`: the condition that must hold, or that must not.
package struct Condition: Hashable {
  package var text: String
  package var holds: Bool

  package init(text: String, holds: Bool) { (self.text, self.holds) = (text, holds) }
}

/// Full names of declarations: in front, those of the types around, with dots between them.
package enum FullName {
  package static func joined(_ container: String, _ name: String) -> String {
    container.isEmpty ? name : container + "." + name
  }

  /// The first part of it.
  package static func root(of name: String) -> String {
    let end = name.utf8.firstIndex(of: UInt8(ascii: "."))
    return end.map { String(name[..<$0]) } ?? name
  }

  /// The full name and those of the types around it, innermost first, and last an empty one.
  package static func surroundings(of name: String) -> [String] {
    var result: [String] = []
    var rest = name[...]
    while !rest.isEmpty {
      result.append(String(rest))
      rest = rest.utf8.lastIndex(of: UInt8(ascii: ".")).map { rest[..<$0] } ?? ""
    }
    return result + [""]
  }
}
