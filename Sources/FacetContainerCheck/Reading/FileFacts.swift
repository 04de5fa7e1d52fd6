import FacetSyntax

/// What one file says about containers, and what it declares.
///
/// A class for the reason that `CallFacts` is one. Unchecked: nothing is changed once all files are read.
final class FileFacts: @unchecked Sendable {
  let path: String
  var words = WordBits(bytes: 0)
  /// Whether one of the words stands in it that were looked for.
  var mayHaveCalls = false
  var imports: Set<String> = []
  var hasTestableImport = false
  /// The modules that every file sees which imports this one.
  var reexports: Set<String> = []
  /// What keeps the file from being read as a whole.
  var fault: Diagnostic?
  var scopes: [ScopeFacts] = []
  var calls: [CallFacts] = []
  var declared: [Declared] = []
  /// The names to which something is assigned behind their declaration.
  var assigned: Set<String> = []
  /// The strings in whose code something is resolved, which is not read.
  var stringsWithCode: [SourceLocation] = []
  /// What containers are made with as their default scope, or are given as such.
  var defaultScopes: Set<String> = []
  /// The lines on which findings are not wanted.
  var ignoredLines: Set<Int> = []
  var ignoresAll = false
  var isStrict = false
  /// Whether a body declares an alias.
  var hasLocalAliases = false
  /// Whether it belongs to tests, or to a package that was checked out, which is read for its types and helpers.
  var isOfTests = false
  var isOfDependency = false
  /// Whether it can use a container of which it sees nothing but the name.
  var seesContainers = false

  init(path: String) { self.path = path }

  /// What others name if they use the file: its types, functions and variables, and what it adds to types of others.
  var namesForOthers: [String] {
    let own = Set(declared.filter { !$0.isExtension && $0.container.isEmpty }.map(\.name))
    return declared.filter { declared in
      !declared.isExtension
        && !own.contains(where: { FullName.surroundings(of: declared.container).contains($0) })
    }.map(\.name)
  }
}
