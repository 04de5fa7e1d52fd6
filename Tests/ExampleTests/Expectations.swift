import Testing

/// Expects that a sheet is refused: a text on standard error, nothing on standard output, exit code 1.
func expectRefusal(
  of sheet: String, saying text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let run = try TemporarySheet(sheet).run()
  #expect(run.errors == text + "\n", sourceLocation: sourceLocation)
  #expect(run.output == "", sourceLocation: sourceLocation)
  #expect(run.exitCode == 1, sourceLocation: sourceLocation)
}
