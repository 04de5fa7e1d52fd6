import FacetTestSupport
import Foundation

/// The folder of the package.
let root = Repository.root

func text(_ path: String) throws -> String {
  try String(contentsOf: root.appending(path: path), encoding: .utf8)
}

func golden(_ name: String) throws -> String { try text("Tests/ExampleTests/Goldens/\(name)") }
