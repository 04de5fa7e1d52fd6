// swift-tools-version: 6.2

import PackageDescription

// A package of its own, as SwiftPM builds the tool of a plugin for every build of a package with a target that uses it.
let package = Package(
  name: "Player",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Facet", path: "../..")],
  targets: [
    .executableTarget(
      name: "player",
      dependencies: [
        .product(name: "Facet", package: "Facet"), .product(name: "FacetStatic", package: "Facet"),
      ],
      resources: [.copy("Resources/Refrain.wav"), .copy("Resources/Refrain.txt")],
      plugins: [.plugin(name: "FacetStaticPlugin", package: "Facet")]),
    .testTarget(name: "PlayerTests", dependencies: ["player"]),
  ]
)
