/// The files of an application as they were read, before it is known what they register.
final class ContainerSources: Sendable {
  let files: [Shared<FileFacts>]
  let table: DeclarationTable
  let types: TypeResolver
  /// The functions and property wrappers of the user's that pass a type on.
  let helpers: HelperTable
  /// Whether a file belongs to tests.
  let isOfTests: [Bool]
  /// Whether one of the files imports the library itself, rather than Swinject.
  let usesLibrary: Bool
  /// Whether a file imports the module for SwiftUI.
  private let usesViews: Bool
  /// Whether the sources use the library Resolver alone: its keys have no arguments, and its wrappers fail without a service.
  let usesResolver: Bool

  init(
    _ files: [Shared<FileFacts>], _ table: DeclarationTable, _ helpers: HelperTable, hasResolver: Bool = false
  ) {
    self.files = files
    self.table = table
    self.helpers = helpers
    types = TypeResolver(table)
    isOfTests = TestFiles.marks(of: files)
    usesLibrary = files.contains { $0.imports.contains("Facet") }
    usesViews = files.contains { $0.imports.contains("FacetSwiftUI") }
    usesResolver =
      (hasResolver || files.contains { $0.imports.contains("Resolver") })
      && files.allSatisfy { $0.imports.isDisjoint(with: ["Facet", "Swinject"]) }
  }

  /// Whether a property wrapper of that name is one of a library that the sources use.
  func knowsWrapper(_ name: String) -> Bool {
    switch name {
    case "InjectedObject": usesResolver
    case "Resolved": usesViews
    default: usesLibrary || usesResolver
    }
  }

  subscript(call: CallIdentity) -> CallFacts { files[call.file].value.calls[call.call] }

  /// The types as a call sees them.
  func types(in identity: CallIdentity) -> CallTypes {
    let call = self[identity]
    return CallTypes(
      file: files[identity.file], table: table, types: types, viewpoint: (call.scope, call.offset))
  }
}

/// Which files belong to tests: what they register counts for no other file, and what they resolve is not checked.
enum TestFiles {
  private static let modules: Set<String> = ["XCTest", "Testing", "Quick", "Nimble", "FacetTesting"]

  static func marks(of files: [Shared<FileFacts>]) -> [Bool] {
    let folders = files.map { $0.path.split(separator: "/").dropLast() }
    let common = SharedFolders.count(folders)
    return files.indices.map { index in
      let file = files[index]
      if file.hasTestableImport || !file.imports.isDisjoint(with: modules) { return true }
      return folders[index].dropFirst(common).contains {
        $0.hasSuffix("Tests") || $0.hasSuffix("Specs")
      }
    }
  }
}

/// The folders in which all files stand.
enum SharedFolders {
  static func count(_ folders: [ArraySlice<Substring>]) -> Int {
    var common = folders.first ?? []
    for folder in folders {
      while !folder.starts(with: common) { common.removeLast() }
    }
    return common.count
  }
}
