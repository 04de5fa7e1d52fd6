import FacetSyntax

/// The files of an application as they were read, before it is known what they register.
final class ContainerSources: Sendable {
  let files: [FileFacts]
  /// All calls of the files, each at the place of its number.
  let calls: [CallFacts]
  let types: TypeResolver
  /// What the functions that are added to entries do to these, by the names of the functions.
  let entryHelpers: [String: [CallFacts]]
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
    let settings = calls.filter { call in
      Self.settings.contains(call.name) && TypeSyntax.lastName(call.scope.path) == "ServiceEntry"
    }
    entryHelpers = Dictionary(grouping: settings) { call in
      call.scope.outward.first { $0.kind == .function }?.name ?? ""
    }
    let folders = Folders(files.map(\.path))
    let isEverywhere = hasResolver || files.contains { $0.reexports.contains(where: Self.isContainer) }
    for (file, isOfTests) in zip(files, folders.areOfTests(files)) {
      file.isOfTests = isOfTests
      file.isOfDependency = folders.isOfDependency(file.path)
      file.seesContainers = isEverywhere || file.imports.contains(where: Self.isContainer)
    }
    usesLibrary = table.modules.contains("Facet")
    usesViews = table.modules.contains("FacetSwiftUI")
    usesResolver = !table.resolvesToOptionals
  }

  /// What sets the scope of an entry, and all that is done to one in a line of its own.
  static let scoping: Set<String> = ["inObjectScope", "scope"]
  static let settings = scoping.union(["startsEagerly"])

  /// Whether a link of a chain lets the start of the container build the service.
  func startsEagerly(_ link: CallFacts.Link) -> Bool {
    link.name == "startsEagerly"
      || entryHelpers[link.name]?.contains { $0.links.contains { $0.name == "startsEagerly" } } == true
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
