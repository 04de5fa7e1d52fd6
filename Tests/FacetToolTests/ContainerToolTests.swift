import Foundation
import Testing

/// Runs the tool on the sources of a container.
@Suite final class ContainerToolTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "facet-containers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func run(_ arguments: [String]) throws -> (output: String, error: String, code: Int32) {
    let process = Process()
    process.executableURL = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      .appendingPathComponent("facet")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let texts = [output, error].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return (texts[0], texts[1], process.terminationStatus)
  }

  private func writeShop(mark: String = "") throws {
    try Data(
      """
      import Swinject
      \(mark)
      struct ShopAssembly: Assembly {
        func assemble(container: Container) {
          container.register(Tea.self, name: "green") { _, degrees in Tea(degrees) }.inObjectScope(.container)
            .implements(Drink.self)
          container.register(Shop.self) { r in
            Shop(tea: r.resolve(Tea.self, name: "green", argument: 70)!, cup: r.resolve(Lazy<Cup>.self)!)
          }
        }
      }
      struct CupAssembly: Assembly {
        func assemble(container: Container) {
          container.register(Cup.self) { _ in Cup() }
        }
      }
      func start(_ r: Resolver) { print(r.resolve(Tea.self, name: "red", argument: 3)!) }

      """.utf8
    ).write(to: folder.appendingPathComponent("Shop.swift"))
  }

  private let finding =
    "Shop.swift:17:37: %: nothing registers 'Tea' named \"red\" with arguments (Int); the '!' stops the program here\n"
    + "Shop.swift:5:15: note: 'Tea' named \"green\" with 1 argument is registered here\n"

  private func finding(_ severity: String) -> String { finding.replacingOccurrences(of: "%", with: severity) }

  @Test func `A finding is a warning, and the check succeeds`() throws {
    try writeShop()
    let result = try run(["check", "Shop.swift", "--containers", "true", "--record", "Checked.swift"])
    #expect(result.error == finding("warning"))
    #expect(result.code == 0)
    #expect(
      try String(contentsOf: folder.appendingPathComponent("Checked.swift"), encoding: .utf8)
        == "// Written by facet when it has checked the containers of this target.\n")
  }

  @Test func `A finding is an error on request, by an option or a comment`() throws {
    try writeShop()
    let option = try run(["check", "Shop.swift", "--strict", "true", "--record", "Checked.swift"])
    #expect(option.error == finding("error"))
    #expect(option.code == 1)
    try writeShop(mark: "// facet:strict")
    let comment = try run(["check", "Shop.swift", "--containers", "true", "--record", "Checked.swift"])
    #expect(comment.error == finding("error"))
    #expect(comment.code == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("Checked.swift").path))
  }

  @Test func `The graph of a container is drawn from its sources`() throws {
    try writeShop()
    #expect(
      try run(["graph", "Shop.swift"]).output == """
        ShopAssembly
          Tea "green" (_): container  (Shop.swift:5)
          Drink (_)  (Shop.swift:6)
            → Tea "green" (_)  (forwards)
          Shop  (Shop.swift:7)
            → Tea "green" (_)
            ⇢ CupAssembly.Cup

        CupAssembly
          Cup  (Shop.swift:14)

        """)
    #expect(try run(["graph", "Shop.swift", "--format", "mermaid"]).output.hasPrefix("flowchart LR\n"))
  }
}
