// swift-tools-version: 6.2

import PackageDescription

// SwiftPM builds the tool of a plugin for every build of a package with a target that uses it. So no target here uses one; Examples/Player and
// Tests/Clients do, which are packages of their own.
let package = Package(
  name: "Facet",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Facet", targets: ["Facet"]),
    .library(name: "FacetSwiftUI", targets: ["FacetSwiftUI"]),
    .library(name: "FacetFoundation", targets: ["FacetFoundation"]),
    .library(name: "FacetInspection", targets: ["FacetInspection"]),
    .library(name: "FacetTesting", targets: ["FacetTesting", "FacetInspection"]),
    .library(name: "FacetStatic", targets: ["FacetStatic"]),
    .plugin(name: "FacetStaticPlugin", targets: ["FacetStaticPlugin"]),
    .plugin(name: "FacetCheckPlugin", targets: ["FacetCheckPlugin"]),
    .executable(name: "facet", targets: ["FacetCommandLine"]),
  ],
  targets: [
    .target(name: "FacetGraph"),
    .target(name: "Facet", dependencies: ["FacetPlatform"]),
    // What the headers of the system hide from Swift.
    .target(name: "FacetPlatform"),
    // Empty where there is no SwiftUI; .ci/swiftui compiles it against a module that stands in for that.
    .target(name: "FacetSwiftUI", dependencies: ["Facet"]),
    // Of its own, so that a program without Foundation does not link it.
    .target(
      name: "FacetFoundation", dependencies: ["Facet"],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .testTarget(name: "FacetFoundationTests", dependencies: ["FacetFoundation", "Facet"]),
    .target(name: "FacetInspection", dependencies: ["Facet", "FacetGraph"]),
    .testTarget(
      name: "FacetInspectionTests", dependencies: ["FacetInspection", "FacetTestSupport"],
      exclude: ["Goldens"]),
    .target(name: "FacetTesting", dependencies: ["Facet"]),
    .executableTarget(
      name: "benchmarks", dependencies: ["Facet", "FacetInspection"], path: "Examples/Benchmarks",
      exclude: ["Scripts"]),
    .executableTarget(name: "quickstart", dependencies: ["Facet"], path: "Examples/QuickStart/Program"),
    .testTarget(
      name: "QuickStartTests", dependencies: ["quickstart", "FacetInspection"],
      path: "Examples/QuickStart/Tests"),
    .executableTarget(
      name: "clinic", dependencies: ["Facet"], path: "Examples/Clinic", resources: [.copy("Data/day.json")]),
    // The part that says which services the main container has is the program's alone: a process can have it once.
    .target(
      name: "NewsroomKit", dependencies: ["Facet"], path: "Examples/Newsroom/Kit",
      resources: [.copy("Samples")]),
    .executableTarget(
      name: "newsroom", dependencies: ["Facet", "NewsroomKit"], path: "Examples/Newsroom/Program"),
    .executableTarget(
      name: "relay", dependencies: ["Facet"], path: "Examples/Relay", resources: [.copy("Samples")]),
    .executableTarget(name: "memory", dependencies: ["Facet", "FacetInspection"], path: "Examples/Memory"),
    .target(name: "FacetTestSupport", dependencies: ["Facet"], path: "Tests/FacetTestSupport"),
    .testTarget(
      name: "ExampleTests", dependencies: ["clinic", "quickstart", "FacetInspection", "FacetTestSupport"],
      exclude: ["Goldens"]),
    // Runs the program `newsroom`; a dependency on its target would link its main container into the tests.
    .testTarget(
      name: "NewsroomTests", dependencies: ["NewsroomKit", "FacetTesting", "FacetTestSupport"],
      exclude: ["Goldens", "Feeds"]),
    .testTarget(
      name: "RelayTests", dependencies: ["relay", "FacetInspection", "FacetTestSupport"],
      exclude: ["Goldens", "Logs"]),
    // What the container promises, in parts of about the same size, which are compiled side by side.
    .testTarget(
      name: "FacetSpecificationTests", dependencies: ["Facet", "FacetInspection", "FacetTestSupport"]),
    .testTarget(name: "FacetResolvingTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "FacetScopeTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "FacetAsyncTests", dependencies: ["Facet", "FacetInspection", "FacetTestSupport"]),
    .testTarget(name: "FacetTestingTests", dependencies: ["FacetTesting", "Facet", "FacetTestSupport"]),
    .testTarget(name: "FacetGraphTests", dependencies: ["FacetGraph"]),
    .testTarget(
      name: "FacetSwift5Tests", dependencies: ["Facet"], swiftSettings: [.swiftLanguageMode(.v5)]),
    // The code of an application that is isolated to the main actor as a whole.
    .testTarget(
      name: "FacetMainActorTests", dependencies: ["Facet", "FacetTestSupport"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(name: "FacetConcurrencyTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "FacetTests", dependencies: ["Facet", "FacetTestSupport"]),
    .target(name: "FacetStatic"),
    .target(name: "FacetScanner", dependencies: ["FacetGraph"]),
    .target(name: "FacetCommands", dependencies: ["FacetScanner"]),
    // Two programs of the same code: each build system finds the tool of a plugin by the name of its target.
    .executableTarget(name: "FacetTool", dependencies: ["FacetCommands"]),
    .executableTarget(name: "FacetCommandLine", dependencies: ["FacetCommands"]),
    .plugin(
      name: "FacetStaticPlugin", capability: .buildTool(), dependencies: ["FacetTool"],
      path: "Sources/FacetStaticPlugin"),
    .plugin(
      name: "FacetCheckPlugin", capability: .buildTool(), dependencies: ["FacetTool"],
      path: "Sources/FacetCheckPlugin"),
    // What needs the plugin is tested by a package that uses it: see Tests/Clients.
    .testTarget(name: "FacetStaticTests", dependencies: ["FacetStatic", "FacetTestSupport"]),
    // Runs the product `facet`; a dependency on its target would link it twice.
    .testTarget(name: "FacetToolTests", dependencies: ["FacetTestSupport"]),
    .testTarget(
      name: "FacetScannerTests", dependencies: ["FacetScanner", "FacetTestSupport"],
      exclude: ["Goldens", "ContainerGoldens", "Applications"]),
    // Compiles the blocks of README, articles and doc comments; they use the types of the vocabulary.
    .target(name: "DocumentationVocabulary", dependencies: ["Facet"], path: "Tests/DocumentationVocabulary"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "DocumentationVocabulary", "Facet", "FacetInspection", "FacetStatic", "FacetTesting",
        "FacetTestSupport",
      ],
      exclude: ["Preludes", "PublicSymbols"]),
    .executableTarget(name: "ScannerTrials", dependencies: ["FacetScanner"], path: "Tests/ScannerTrials"),
  ]
)

// For quick runs, and those in release and under sanitizers: FACET_TESTS names test targets. They are built, with what they depend on, and nothing
// else.
if let chosen = Context.environment["FACET_TESTS"]?.split(separator: ",").map(String.init) {
  let engine = [
    "Facet", "FacetPlatform", "FacetGraph", "FacetFoundation", "FacetInspection", "FacetTesting",
    "FacetTestSupport",
  ]
  for name in chosen where !package.targets.contains(where: { $0.isTest && $0.name == name }) {
    fatalError("FACET_TESTS names '\(name)', which is no test target of this package.")
  }
  var kept = Set(engine)
  var waiting = chosen
  while let name = waiting.popLast() {
    guard kept.insert(name).inserted else { continue }
    for case .byNameItem(let needed, _) in package.targets.first(where: { $0.name == name })?.dependencies
      ?? []
    {
      waiting.append(needed)
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !engine.contains($0.name) }
}
