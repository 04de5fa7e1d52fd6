// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Facet",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Facet", targets: ["Facet"])
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
  ]
)
