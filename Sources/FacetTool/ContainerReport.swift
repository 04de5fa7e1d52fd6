import FacetScanner

/// What is said about the containers of the sources.
struct ContainerReport {
  let hasErrors: Bool
  private let diagnostics: [Diagnostic]
  private let record: String?

  init(_ files: [SourceFile], _ options: Arguments.CheckOptions) async {
    let check = await ContainerCheck(files)
    let isStrict = options.isStrict || check.isStrict
    diagnostics = check.diagnostics.map { finding in
      var finding = finding
      if isStrict { finding.severity = .error }
      return finding
    }
    hasErrors = isStrict && !diagnostics.isEmpty
    record = options.record
  }

  /// Prints the findings and writes the file that a build system waits for.
  func finish() throws(FileSystem.Failure) {
    for diagnostic in diagnostics { Console.printError(diagnostic.lines.joined(separator: "\n")) }
    guard let record, !hasErrors else { return }
    try FileSystem.write(
      "// Written by facet when it has checked the containers of this target.\n", to: record)
  }
}
