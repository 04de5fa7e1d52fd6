import FacetSyntax

extension DeclarationTable {
  /// What is declared under one full name, and what follows from it for a type.
  final class Entry {
    var types: [Declared] = []
    var aliases: [Declared] = []
    var functions: [Declared] = []
    var variables: [Declared] = []
    /// The stored properties of a type, in order.
    var properties: [Declared] = []
    var inherited: [String] = []
    /// What the type inherits from, or conforms to, as far as the sources declare it, nearest first.
    var ancestors: [String] = []
    /// Those of them that have types or aliases as members; asked for with every name.
    var basesWithTypes: [String] = []
    /// The names inside the type, and in those around it, that stand for different types at different times.
    var openNames: Set<String> = []
    var surroundings: [String] = []

    /// The declaration of the type, rather than an extension of it; asked for with every name, where there may be thousands of extensions.
    var declaration: Declared?
    var isPropertyWrapper = false

    /// Whether the sources declare the type, rather than only extend it.
    var declaresType: Bool { declaration != nil }

    /// The only alias; `nil` where there is none, or where several differ.
    var alias: Declared? { aliases.allSatisfy { $0.type == aliases[0].type } ? aliases.first : nil }

    /// The generic parameters of the type, in order.
    var generics: [String] { declaration?.declaration.genericParameters ?? [] }

    var superclass: String? {
      declaration?.kind == .class ? declaration?.declaration.inherited.first?.text : nil
    }

    /// The variable, if there is one alone.
    var variable: Declared? { variables.count == 1 ? variables[0] : nil }
  }
}

// MARK: - Types

extension DeclarationTable {
  /// Whether an attribute puts what it stands in front of on an actor; what another module declares may be one by its name.
  func isGlobalActor(_ name: String) -> Bool {
    let types = self[name].types
    return name == "MainActor"
      || (types.isEmpty
        ? TypeSyntax.lastName(name).hasSuffix("Actor")
        : types.contains { $0.declaration.attribute(named: "globalActor") != nil })
  }

  func isOnActor(_ declared: Declared) -> Bool {
    declared.declaration.customAttributes.contains { isGlobalActor($0.name) }
      || declared.declaration.inherited.contains { inherited in
        // `@MainActor P` conforms on an actor.
        inherited.text.hasPrefix("@")
          && isGlobalActor(String(inherited.text.dropFirst().prefix { $0 != " " }))
      }
  }

  func isGeneric(_ path: String) -> Bool { !self[path].generics.isEmpty }

  /// Whether it inherits from, or conforms to, something that the sources do not declare.
  func hasForeignBase(_ path: String) -> Bool { self[path].ancestors.contains { !declares($0) } }

  /// Whether one of two types is the other, or inherits from it.
  func areRelated(_ one: String, _ other: String) -> Bool {
    one == other || self[one].ancestors.contains(other) || self[other].ancestors.contains(one)
  }
}
