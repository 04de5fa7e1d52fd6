// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Farm",
  targets: [
    .target(name: "Kit"),
    .executableTarget(name: "Stall", dependencies: ["Kit"]),
    .executableTarget(name: "Mill", dependencies: [.target(name: "Kit")]),
  ]
)
