// swift-tools-version: 6.2

import PackageDescription

// SwiftPM builds the tool of a plugin for every build of a package with a target that uses it. So no target here uses one; Examples/Player and
// Tests/Clients do, which are packages of their own.
let package = Package(
  name: "Facet",
  platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
  products: [
    .library(name: "Facet", targets: ["Facet"]),
    .library(name: "FacetSwiftUI", targets: ["FacetSwiftUI"]),
    // For an application whose dynamic frameworks use Facet, too: one copy of all that they link.
    .library(name: "FacetDynamic", type: .dynamic, targets: ["Facet", "FacetSwiftUI"]),
    .library(name: "FacetInspection", targets: ["FacetInspection"]),
    .library(name: "FacetTesting", targets: ["FacetTesting", "FacetInspection"]),
    .library(name: "FacetStatic", targets: ["FacetStatic"]),
    .plugin(name: "FacetStaticPlugin", targets: ["FacetStaticPlugin"]),
    .plugin(name: "FacetCheckPlugin", targets: ["FacetCheckPlugin"]),
    .executable(name: "facet", targets: ["FacetCommandLine"]),
  ],
  targets: [
    // The graph as data, and its pictures, which the tools of the plugins do without.
    .target(name: "FacetGraph"),
    .target(name: "FacetDrawing", dependencies: ["FacetGraph"]),
    .target(name: "Facet", dependencies: ["FacetPlatform"], exclude: ["README.md"]),
    // What the headers of the system hide from Swift.
    .target(name: "FacetPlatform", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    // Empty where there is no SwiftUI; .ci/swiftui compiles it against a module that stands in for that.
    .target(name: "FacetSwiftUI", dependencies: ["Facet"]),
    .target(name: "FacetInspection", dependencies: ["Facet", "FacetDrawing", "FacetGraph"]),
    .target(name: "FacetTesting", dependencies: ["Facet"]),
    .executableTarget(
      name: "benchmarks", dependencies: ["Facet"], path: "Examples/Benchmarks",
      exclude: ["Scripts"]),
    .executableTarget(name: "quickstart", dependencies: ["Facet"], path: "Examples/QuickStart/Program"),
    .testTarget(
      name: "QuickStartTests", dependencies: ["quickstart", "FacetInspection"],
      path: "Examples/QuickStart/Tests"),
    .executableTarget(
      name: "clinic", dependencies: ["Facet"], path: "Examples/Clinic", resources: [.copy("Data/day.json")]),
    .executableTarget(
      name: "relay", dependencies: ["Facet"], path: "Examples/Relay", resources: [.copy("Samples")]),
    .target(name: "FacetTestSupport", dependencies: ["Facet"], path: "Tests/FacetTestSupport"),
    // The promises, a target for each article.
    .testTarget(name: "RegisteringTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "FailuresTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "ForwardingTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "DecoratingTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "AutowiringTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "InjectedPropertiesTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "ScopesTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "LifetimesTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(name: "ClosingTests", dependencies: ["Facet", "FacetInspection", "FacetTestSupport"]),
    .testTarget(name: "ThreadsTests", dependencies: ["Facet", "FacetInspection", "FacetTestSupport"]),
    .testTarget(name: "ActorsAndAsyncTests", dependencies: ["Facet", "FacetTestSupport"]),
    // The same promises in the code of an application that is isolated to the main actor as a whole, and in Swift 5 mode.
    .testTarget(
      name: "MainActorTests", dependencies: ["Facet", "FacetTestSupport"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .testTarget(name: "Swift5Tests", dependencies: ["Facet"], swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "MigrationTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(
      name: "CheckingTests", dependencies: ["FacetInspection", "FacetTestSupport"], exclude: ["Goldens"]),
    .testTarget(
      name: "DrawingTests",
      dependencies: ["FacetInspection", "FacetDrawing", "FacetGraph", "FacetTestSupport"],
      exclude: ["Goldens"]),
    .testTarget(name: "TestingTests", dependencies: ["FacetTesting", "Facet", "FacetTestSupport"]),
    // What needs a plugin is tested by a package that uses it: see Tests/Clients.
    .testTarget(name: "StaticTests", dependencies: ["FacetStatic", "FacetTestSupport"]),
    // Some run the product `facet`; a dependency on its target would link it twice.
    .testTarget(
      name: "ScannerTests",
      dependencies: [
        "FacetStaticCheck", "FacetContainerCheck", "FacetDrawing", "FacetGraph", "FacetTestSupport",
      ],
      exclude: ["Goldens", "ContainerGoldens", "Applications"]),
    // What looks inside.
    .testTarget(name: "EngineTests", dependencies: ["Facet", "FacetTestSupport"]),
    .testTarget(
      name: "ExampleTests",
      dependencies: ["clinic", "quickstart", "relay", "FacetInspection", "FacetTestSupport"],
      exclude: ["Goldens"]),
    .target(name: "FacetStatic"),
    // The tokens and declarations of sources; and what is checked, a module for each plugin, so that nobody compiles the other.
    .target(name: "FacetSyntax"),
    .target(name: "FacetStaticCheck", dependencies: ["FacetSyntax", "FacetGraph"]),
    .target(name: "FacetContainerCheck", dependencies: ["FacetSyntax", "FacetGraph"]),
    // Each build system finds the tool of a plugin by the name of its target.
    .executableTarget(name: "FacetStaticTool", dependencies: ["FacetStaticCheck"]),
    .executableTarget(name: "FacetCheckTool", dependencies: ["FacetContainerCheck"]),
    .executableTarget(
      name: "FacetCommandLine", dependencies: ["FacetStaticCheck", "FacetContainerCheck", "FacetDrawing"]),
    .plugin(
      name: "FacetStaticPlugin", capability: .buildTool(), dependencies: ["FacetStaticTool"],
      path: "Sources/FacetStaticPlugin"),
    .plugin(
      name: "FacetCheckPlugin", capability: .buildTool(), dependencies: ["FacetCheckTool"],
      path: "Sources/FacetCheckPlugin"),
    // Compiles the blocks of README, articles and doc comments; they use the types of the vocabulary.
    .target(
      name: "DocumentationVocabulary", dependencies: ["Facet"], path: "Tests/DocumentationTests/Vocabulary"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "DocumentationVocabulary", "Facet", "FacetInspection", "FacetStatic", "FacetTesting",
        "FacetTestSupport",
      ],
      exclude: ["Preludes", "PublicSymbols", "Vocabulary"]),
    .executableTarget(
      name: "ScannerTrials", dependencies: ["FacetStaticCheck", "FacetContainerCheck"],
      path: "Tests/ScannerTrials"),
    .executableTarget(name: "RandomPrograms", dependencies: ["Facet"], path: "Tests/RandomPrograms"),
  ]
)

// `swift test` builds the tests of what is promised. FACET_TESTS names targets instead: for quick runs, and those in release and under
// sanitizers. They are built, with what they depend on, and nothing else. What takes long is built only when it is named, as steps of .ci/run do:
// the tests that run the compiler on every block of the documentation, random programs, and trials of the checks.
if let chosen = Context.environment["FACET_TESTS"]?.split(separator: ",").map(String.init) {
  let engine = [
    "Facet", "FacetPlatform", "FacetGraph", "FacetDrawing", "FacetInspection", "FacetTesting",
    "FacetTestSupport",
  ]
  for name in chosen where !package.targets.contains(where: { $0.name == name }) {
    fatalError("FACET_TESTS names '\(name)', which is no target of this package.")
  }
  var kept = Set(engine)
  // Where the main container's services are registered, which others test, too.
  var waiting = chosen + ["MigrationTests"]
  // Its tests run the tool, too.
  if chosen.contains("ScannerTests") {
    waiting.append("FacetCommandLine")
    kept.insert("facet")
  }
  while let name = waiting.popLast() {
    guard kept.insert(name).inserted else { continue }
    for case .byNameItem(let needed, _) in package.targets.first(where: { $0.name == name })?.dependencies
      ?? []
    {
      waiting.append(needed)
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
} else {
  let slow = ["DocumentationTests", "DocumentationVocabulary", "RandomPrograms", "ScannerTrials"]
  package.targets.removeAll { slow.contains($0.name) }
}
