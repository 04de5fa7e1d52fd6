import FacetSyntax

/// The files of an application as they were read, before it is known what they register.
final class ContainerSources: Sendable {
  let files: [FileFacts]
  let table: DeclarationTable
  let types: TypeResolver
  /// The functions and property wrappers of the user's that pass a type on.
  let helpers: HelperTable
  /// Whether a file belongs to tests.
  let isOfTests: [Bool]
  /// Whether a file belongs to a package that was checked out: it is read for its types and helpers.
  let isOfDependency: [Bool]
  /// Whether a file sees the functions of a container.
  private let seesContainers: [Bool]
  /// Whether one of the files imports the library itself, rather than Swinject.
  let usesLibrary: Bool
  /// Whether a file imports the module for SwiftUI.
  private let usesViews: Bool
  /// Whether the sources use the library Resolver alone: its keys have no arguments, and its wrappers fail without a service.
  let usesResolver: Bool

  init(
    _ files: [FileFacts], _ table: DeclarationTable, _ helpers: HelperTable, hasResolver: Bool = false
  ) {
    self.files = files
    self.table = table
    self.helpers = helpers
    types = TypeResolver(table)
    let folders = Folders(files.map(\.path))
    isOfTests = folders.areOfTests(files)
    isOfDependency = files.map { folders.isOfDependency($0.path) }
    let isEverywhere = hasResolver || files.contains { $0.reexports.contains(where: Self.isContainer) }
    seesContainers = files.map { isEverywhere || $0.imports.contains(where: Self.isContainer) }
    usesLibrary = files.contains { $0.imports.contains("Facet") }
    usesViews = files.contains { $0.imports.contains("FacetSwiftUI") }
    usesResolver =
      (hasResolver || files.contains { $0.imports.contains("Resolver") })
      && files.allSatisfy { $0.imports.isDisjoint(with: ["Facet", "Swinject"]) }
  }

  /// Whether a file can use a container of which it sees nothing but the name.
  func seesContainers(_ file: Int) -> Bool { seesContainers[file] }

  private static func isContainer(_ module: String) -> Bool {
    ["Facet", "Swinject", "Resolver"].contains(where: module.hasPrefix)
  }

  /// Whether a property wrapper of that name is one of a library that the sources use.
  func knowsWrapper(_ name: String) -> Bool {
    switch name {
    case "InjectedObject": usesResolver
    case "Resolved": usesViews
    default: usesLibrary || usesResolver
    }
  }

  subscript(call: CallIdentity) -> CallFacts { files[call.file].calls[call.call] }

  /// The function that a helper is, or the type or an extension of it.
  func scope(of helper: HelperTable.Helper) -> ScopeFacts {
    files[helper.file].scopes[helper.open.scope]
  }

  /// The types as a call sees them.
  func types(in identity: CallIdentity) -> CallTypes {
    let call = self[identity]
    return CallTypes(
      file: files[identity.file], table: table, types: types, viewpoint: (call.scope, call.offset))
  }
}

/// What the folders of files tell.
struct Folders: Sendable {
  private static let testModules: Set<String> = ["XCTest", "Testing", "Quick", "Nimble", "FacetTesting"]
  private static let checkouts: Set<Substring> = ["Pods", ".build", "SourcePackages"]

  /// The folder in which all files stand, with a slash at the end.
  private var common: Substring

  init(_ paths: [String]) {
    common = paths.first?[...] ?? ""
    for path in paths {
      while !common.isEmpty, common.last != "/" || !path.hasPrefix(common) {
        common = common.dropLast(common.last == "/" ? 1 : 0)
        while let last = common.last, last != "/" { common.removeLast() }
      }
    }
  }

  /// The folders of a path, without those in which all files stand.
  func own(_ path: String) -> ArraySlice<Substring> {
    path.utf8.dropFirst(common.utf8.count).split(separator: UInt8(ascii: "/")).map { Substring($0) }
      .dropLast()
  }

  /// Which files belong to tests: what they register counts for no other file, and what they resolve is not checked.
  ///
  /// That are those that import a module for tests, and what in a folder with such a name none but them uses, or what nobody uses beside
  /// them.
  func areOfTests(_ files: [FileFacts]) -> [Bool] {
    var result = files.map { $0.hasTestableImport || !$0.imports.isDisjoint(with: Self.testModules) }
    guard result.contains(true) else { return result }
    var candidates = files.indices.filter { index in
      !result[index] && files[index].mayHaveCalls
        && own(files[index].path).contains { folder in Self.testNames.contains { String(folder).holds($0) } }
    }
    while true {
      let found = candidates.filter { candidate in
        let names = files[candidate].namesForOthers
        let users = files.indices.filter { $0 != candidate && files[$0].words.mayContain(names) }
        guard users.isEmpty else { return users.allSatisfy { result[$0] } }
        let folder = own(files[candidate].path)
        return files.indices.contains { result[$0] && own(files[$0].path).starts(with: folder) }
      }
      if found.isEmpty { return result }
      for index in found { result[index] = true }
      candidates.removeAll(where: found.contains)
    }
  }

  private static let testNames = ["Test", "Spec", "Mock"]

  /// Whether a file belongs to a package that was checked out.
  func isOfDependency(_ path: String) -> Bool {
    let folders = own(path)
    return folders.contains(where: Self.checkouts.contains)
      || zip(folders, folders.dropFirst()).contains { $0 == "Carthage" && $1 == "Checkouts" }
  }
}
