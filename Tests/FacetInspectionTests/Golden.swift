import Foundation
import Testing

/// A file with the text that something is to print.
///
/// After a deliberate change, `FACET_RECORD_GOLDENS=1 swift test --filter FacetInspectionTests` writes them anew; then the
/// difference is to be read.
enum Golden {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens")

  static func expect(
    _ text: String, isAt name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["FACET_RECORD_GOLDENS"] != nil {
      try Data((text + "\n").utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text + "\n" == expected, sourceLocation: sourceLocation)
  }
}
