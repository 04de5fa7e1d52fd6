import FacetSyntax

/// The imports of a generated file: what its code names and the target does not declare.
struct ImportWriter {
  /// What is imported, and under which conditions.
  private struct Key: Hashable {
    var conditions: [Condition]
    var kind: String
    var name: String

    var text: String { kind.isEmpty ? name : "\(kind) \(name)" }
  }

  /// How it is imported: by several files perhaps, so that the attributes of all are needed.
  private typealias Form = (attributes: Set<String>, level: AccessLevel)

  /// The modules that the target imports with a level: one without it is an error beside them.
  private let explicit: Set<String>
  private var forms: [Key: Form] = [:]

  init(explicit: Set<String>) { self.explicit = explicit }

  /// The lines, sorted, each inside the conditions that it was found in.
  var lines: [String] {
    forms.map { Condition.wrap(lines(for: $0, $1), in: $0.conditions).joined(separator: "\n") }.sorted()
  }

  private func lines(for key: Key, _ form: Form) -> [String] {
    let attributes = form.attributes.sorted().map { $0 + " " }.joined()
    let level = form.level.modifier
    guard !explicit.contains(key.name) else {
      return ["\(attributes)\(level.isEmpty ? "internal" : level) import \(key.text)"]
    }
    let plain = "\(attributes)import \(key.text)"
    guard !level.isEmpty else { return [plain] }
    // Without a level an import is public or internal, as the target has it.
    return [
      "#if hasFeature(InternalImportsByDefault)", "  \(attributes)\(level) import \(key.text)", "#else",
      "  \(plain)", "#endif",
    ]
  }

  /// Adds the library, whose lazies the code uses inside of functions.
  mutating func addLibrary() {
    forms[Key(conditions: [], kind: "", name: TargetSources.libraryName)] = ([], .module)
  }

  /// Adds what a file imports, for a name in it may come from anywhere there.
  ///
  /// - Parameters:
  ///   - imports: The imports of the file.
  ///   - level: The level of access of the code that needs them; an import above it is a warning.
  mutating func add(_ imports: [Declaration], for level: AccessLevel) {
    for declaration in imports where declaration.name != TargetSources.libraryName {
      let key = Key(conditions: declaration.conditions, kind: declaration.importKind, name: declaration.name)
      var form = forms[key] ?? ([], .module)
      form.level = max(form.level, level)
      for attribute in declaration.attributes
      where ["testable", "_spi", "_implementationOnly"].contains(attribute.name) {
        form.attributes.insert("@" + attribute.name + (attribute.arguments.map { "(\($0))" } ?? ""))
      }
      forms[key] = form
    }
  }
}

extension Condition {
  /// Puts lines inside the conditions that they hold under.
  static func wrap(_ lines: [String], in conditions: [Condition]) -> [String] {
    guard !conditions.isEmpty else { return lines }
    let texts = conditions.map { condition in
      let text = conditions.count > 1 || !condition.holds ? "(\(condition.text))" : condition.text
      return condition.holds ? text : "!\(text)"
    }
    return ["#if \(texts.joined(separator: " && "))"] + lines.map { $0.isEmpty ? "" : "  " + $0 } + ["#endif"]
  }
}
