import FacetSyntax

/// The files of an application as they were read, before it is known what they register.
final class ContainerSources: Sendable {
  let files: [FileFacts]
  /// All calls of the files, each at the place of its number.
  let calls: [CallFacts]
  let types: TypeResolver
  /// The functions and property wrappers of the user's that pass a type on.
  let helpers: HelperTable
  /// Whether one of the files imports the library itself, rather than Swinject.
  let usesLibrary: Bool
  /// Whether a file imports the module for SwiftUI.
  private let usesViews: Bool
  /// Whether the sources use the library Resolver alone: its keys have no arguments, and its wrappers fail without a service.
  let usesResolver: Bool

  init(_ files: [FileFacts], _ table: DeclarationTable, _ helpers: HelperTable, hasResolver: Bool) {
    (self.files, self.helpers, types) = (files, helpers, TypeResolver(table))
    calls = files.flatMap(\.calls)
    for (number, call) in calls.enumerated() { call.number = number }
    let folders = Folders(files.map(\.path))
    let isEverywhere = hasResolver || files.contains { $0.reexports.contains(where: Self.isContainer) }
    for (file, isOfTests) in zip(files, folders.areOfTests(files)) {
      file.isOfTests = isOfTests
      file.isOfDependency = folders.isOfDependency(file.path)
      file.seesContainers = isEverywhere || file.imports.contains(where: Self.isContainer)
    }
    let imports = files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
    usesLibrary = imports.contains("Facet")
    usesViews = imports.contains("FacetSwiftUI")
    usesResolver =
      (hasResolver || imports.contains("Resolver")) && !usesLibrary && !imports.contains("Swinject")
  }

  var table: DeclarationTable { types.table }

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
}
