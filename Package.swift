// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Facet",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Facet", targets: ["Facet"]),
    .library(name: "FacetStatic", targets: ["FacetStatic"]),
    .plugin(name: "FacetStaticPlugin", targets: ["FacetStaticPlugin"]),
    .plugin(name: "FacetCheckPlugin", targets: ["FacetCheckPlugin"]),
    .executable(name: "facet", targets: ["FacetTool"]),
    .executable(name: "FacetTool", targets: ["FacetTool"]),
  ],
  targets: [
    .target(name: "FacetGraph"),
    .target(name: "Facet", dependencies: ["FacetGraph"]),
    .executableTarget(
      name: "benchmarks", dependencies: ["Facet"], path: "Examples/Benchmarks", exclude: ["Scripts"]),
    .executableTarget(
      name: "clinic", dependencies: ["Facet"], path: "Examples/Clinic", resources: [.copy("Data/day.json")]),
    .executableTarget(name: "memory", dependencies: ["Facet"], path: "Examples/Memory"),
    .testTarget(name: "ExampleTests", dependencies: ["clinic"], exclude: ["Goldens"]),
    .testTarget(name: "FacetSpecificationTests", dependencies: ["Facet"]),
    .testTarget(name: "FacetGraphTests", dependencies: ["FacetGraph"]),
    .testTarget(
      name: "FacetSwift5Tests", dependencies: ["Facet"], swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "FacetConcurrencyTests", dependencies: ["Facet"]),
    .target(name: "FacetStatic"),
    .target(name: "FacetScanner", dependencies: ["FacetGraph"]),
    .executableTarget(name: "FacetTool", dependencies: ["FacetScanner"]),
    .plugin(
      name: "FacetStaticPlugin", capability: .buildTool(), dependencies: ["FacetTool"],
      path: "Sources/FacetStaticPlugin"),
    .plugin(
      name: "FacetCheckPlugin", capability: .buildTool(), dependencies: ["FacetTool"],
      path: "Sources/FacetCheckPlugin"),
    .executableTarget(
      name: "player", dependencies: ["Facet", "FacetStatic"], path: "Examples/Player",
      resources: [.copy("Resources/Refrain.wav"), .copy("Resources/Refrain.txt")],
      plugins: ["FacetStaticPlugin"]),
    .testTarget(name: "FacetStaticTests", dependencies: ["FacetStatic"], plugins: ["FacetStaticPlugin"]),
    // Runs the product `facet`; a dependency on its target would link it twice.
    .testTarget(name: "FacetToolTests"),
    .testTarget(name: "PlayerTests", dependencies: ["player"]),
    .testTarget(
      name: "FacetScannerTests", dependencies: ["FacetScanner"],
      exclude: ["Goldens", "ContainerGoldens", "Applications"]),
    .executableTarget(
      name: "player-benchmarks", dependencies: ["FacetStatic"], path: "Examples/PlayerBenchmarks",
      plugins: ["FacetStaticPlugin"]),
    .executableTarget(name: "ScannerTrials", dependencies: ["FacetScanner"], path: "Tests/ScannerTrials"),
  ]
)
