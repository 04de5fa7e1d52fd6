import Foundation
import Testing

/// A file in the folder `Goldens` beside the test, with the text that something is to print.
///
/// After a deliberate change, `FACET_RECORD_GOLDENS=1 swift test --filter CheckingTests` writes them anew; then the difference is to be read.
package enum TextGolden {
  package static func expect(
    _ text: String, isAt name: String, file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("Goldens").appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["FACET_RECORD_GOLDENS"] != nil {
      try Data((text + "\n").utf8).write(to: file)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text + "\n" == expected, sourceLocation: sourceLocation)
  }
}
