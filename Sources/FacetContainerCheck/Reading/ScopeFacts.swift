import FacetSyntax

/// A pair of braces, or the file around them all.
///
/// A class for the reason that `CallFacts` is one. Unchecked: nothing is changed once the file is read.
final class ScopeFacts: @unchecked Sendable {
  enum Kind: Sendable, Equatable { case file, type, `extension`, function, accessor, closure, block }

  let kind: Kind
  unowned let file: FileFacts
  /// The scope around.
  unowned let parent: ScopeFacts?
  /// Where it begins in the file, and where it ends.
  let offset: Int
  var end = Int.max
  /// Tells functions apart by what stands between their braces.
  var textHash: UInt64 = 0
  /// The name of a type or function.
  let name: String
  let generics: Set<String>
  /// The types around, and those that generic parameters around stand for.
  private(set) var path: String
  let allGenerics: Set<String>
  /// The type that the outermost extension around extends; empty for none.
  private(set) var extended: String
  var parameters: [Parameter] = []
  /// The type of what is returned, as it is written.
  var result: String?
  /// What is expected of a closure where it stands.
  var expected = CallFacts.Context.none
  /// The attributes that may put it on an actor.
  var attributes: [String] = []
  /// The variables of the body by their names, in the order of the source.
  private(set) var locals: [String: [Local]] = [:]
  /// What the aliases of the body stand for.
  var aliases: [String: String] = [:]

  init(
    _ kind: Kind, in file: FileFacts, parent: ScopeFacts? = nil, offset: Int = 0, name: String = "",
    generics: Set<String> = []
  ) {
    (self.kind, self.file, self.parent, self.offset) = (kind, file, parent, offset)
    (self.name, self.generics) = (name, generics)
    (path, extended) = (parent?.path ?? "", parent?.extended ?? "")
    allGenerics = generics.union(parent?.allGenerics ?? [])
    guard isType else { return }
    let plain = kind == .type ? name : String(name.prefix { $0 != "<" })
    path = FullName.joined(path, plain)
    if kind == .extension, extended.isEmpty { extended = plain }
  }

  /// Whether it is that of a type or an extension.
  var isType: Bool { kind == .type || kind == .extension }

  /// The scope itself and those around it, innermost first.
  var outward: [ScopeFacts] {
    var result = [self]
    while let next = result[result.count - 1].parent { result.append(next) }
    return result
  }

  func add(_ locals: [Local]) {
    for local in locals { self.locals[local.name, default: []].append(local) }
  }

  /// The variable that this name means at a place: one is not seen before the end of its own initial value.
  func local(_ name: String, at offset: Int) -> Local? {
    if let local = locals[name]?.last(where: { $0.visible.contains(offset) }) { return local }
    return parameters.first { $0.name == name }.map { parameter in
      Local(
        name: name, type: parameter.type.text.isEmpty ? nil : parameter.typeText, isConstant: true,
        isParameter: true, offset: self.offset, visible: 0..<0)
    }
  }

  /// Whether it is a subscript or an operator, which are not called by a word.
  var isNameless: Bool {
    guard kind == .function, let first = name.unicodeScalars.first else { return false }
    return name == "subscript" || !(first.properties.isAlphabetic || first == "_")
  }

  /// A variable of a function's body, or a parameter.
  struct Local: Sendable {
    var name: String
    var type: String?
    var value: Expression?
    var isConstant: Bool
    var isParameter = false
    /// Where its name stands.
    var offset: Int
    /// Where it is seen.
    var visible: Range<Int>
  }
}
