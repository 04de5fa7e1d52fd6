import FacetSyntax

/// A declaration that other files can see, and the type around it.
///
/// A class for the reason that `CallFacts` is one. Unchecked: nothing is changed once the file is read. What is asked for often is read once:
/// the parts of a declaration belong to another module, which makes each access a call.
final class Declared: @unchecked Sendable {
  let declaration: Declaration
  /// The path of the type around it; empty for none.
  let container: String
  /// The same with its own name.
  let path: String
  let name: String
  let kind: Declaration.Kind
  let isExtension: Bool
  /// The type of a variable, the result of a function, or the target of an alias.
  let type: String?
  let isStatic: Bool
  /// Where a type is declared.
  let location: SourceLocation?
  /// The value of a variable, or of a case.
  let value: Expression?
  /// Whether that is known to stay as it is.
  let isConstant: Bool

  init(
    _ declaration: Declaration, in container: String, value: Expression? = nil, isConstant: Bool = false,
    at location: SourceLocation? = nil
  ) {
    (self.declaration, self.container, self.value, self.location) = (declaration, container, value, location)
    (name, kind) = (declaration.name, declaration.kind)
    isExtension = declaration.kind == .extension
    path = FullName.joined(container, isExtension ? String(name.prefix { $0 != "<" }) : name)
    type = declaration.type?.text
    isStatic = kind == .case || declaration.hasModifier("static") || declaration.hasModifier("class")
    self.isConstant = isConstant || declaration.isConstant || kind == .case
  }

  /// Whether another declaration of the same path says the same.
  func isCopy(of other: Declared) -> Bool {
    type == other.type && isConstant == other.isConstant && value == other.value
      && isGeneric == other.isGeneric && isFailable == other.isFailable
      && parameters.map(\.signature) == other.parameters.map(\.signature)
  }

  var parameters: [Parameter] { declaration.parameters }
  var isGeneric: Bool { declaration.isGeneric }
  /// The text that a constant of a name has.
  var text: String? { value?.constantText }
  /// Whether an attribute puts it on an actor.
  var isOnActor: Bool { declaration.isOnActor }
  var isFunction: Bool { kind == .func || kind == .`init` || kind == .subscript }
  var isFailable: Bool { declaration.isFailable }
  var hasValue: Bool { declaration.value >= 0 }
  var isStored: Bool { !declaration.isComputed }
}

extension Declaration {
  /// Whether an attribute puts it on an actor.
  var isOnActor: Bool { attributes.contains { $0.name.hasSuffix("Actor") } }

  /// Whether it has an attribute that may be a macro or a property wrapper.
  var hasCustomAttribute: Bool {
    attributes.contains { $0.name.first?.isUppercase == true && $0.name != "MainActor" }
  }
}

extension Parameter {
  /// What callers see of it.
  var signature: String { "\(label ?? "_") \(name): \(typeText)\(hasDefault ? " =" : "")" }

  /// The type with the mark of a variadic one.
  var typeText: String { type.text + (isVariadic ? "..." : "") }
}
