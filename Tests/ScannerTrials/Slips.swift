import FacetSyntax
import Foundation

/// Prints what the scanner cannot read; in files that the compiler accepts, every line is a mistake of the scanner.
enum Slips {
  /// - Returns: Whether there is none.
  static func run(_ folders: [String]) throws -> Bool {
    var count = 0
    let files = try contentsOfSwiftFiles(in: folders)
    for (path, bytes) in files {
      let file = SourceFile(path: path, contents: bytes)
      let tokens = TokenBuffer(file)
      for fault in tokens.faults {
        print("\(file.location(at: fault.offset)): \(fault.kind.rawValue)")
        count += 1
      }
      for broken in broken(in: DeclarationParser.declarations(of: tokens)) {
        print("\(file.location(at: broken.introducerOffset)): something in '\(broken.name)'")
        count += 1
      }
    }
    print("\(files.count) files, \(count) places that cannot be read")
    return count == 0
  }

  private static func broken(in declarations: [Declaration]) -> [Declaration] {
    declarations.filter(\.isBroken).flatMap { declaration in
      let inner = broken(in: declaration.members)
      return inner.isEmpty ? [declaration] : inner
    }
  }
}
