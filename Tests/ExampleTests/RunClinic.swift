import FacetTestSupport
import Foundation

/// Runs the clinic as a user starts it.
func runClinic(
  _ arguments: String..., folder: URL = FileManager.default.temporaryDirectory
) throws -> Program {
  try Program(Program.built("clinic"), arguments, in: folder)
}
