import FacetContainerCheck
import FacetStaticCheck
import FacetSyntax

/// What `facet check` says about the resolvers and the containers of the sources.
struct CheckReport {
  /// What is wrong, the resolvers first.
  let diagnostics: [Diagnostic]
  let hasErrors: Bool
  /// Whether the sources hold nothing that could be checked.
  let isOfNothing: Bool
  /// What was checked, such as `3 resolvers, no problem`, and what kept some resolves from being judged, one place to a line.
  let summary: String

  init(_ files: [SourceFile], _ arguments: Arguments) async {
    let generation =
      arguments.has("--containers")
      ? nil : Generation(files, moduleName: arguments["--module"] ?? "")
    let errors = generation?.diagnostics ?? []
    let check = await ContainerCheck(
      files, isPartial: arguments.has("--partial"), findsUnused: arguments.has("--unused"),
      isStrict: arguments.has("--strict"))
    let isStrict = check.isStrict
    let findings = check.findings
    // While a target is built, the compiler says better what is wrong with such a file.
    let faults = arguments.has("--record") ? [] : check.faults
    diagnostics = errors + faults + findings
    let noteCount = findings.filter { $0.severity == .note }.count
    let warningCount = findings.count - noteCount
    hasErrors = !errors.isEmpty || isStrict && warningCount > 0 || !faults.isEmpty

    let resolverCount = generation?.resolverCount ?? 0
    isOfNothing = diagnostics.isEmpty && resolverCount == 0 && !check.usesContainers
    summary = Self.summary(
      resolverCount, check, isUnreadable: !faults.isEmpty,
      errorCount: errors.count + faults.count + (isStrict ? warningCount : 0),
      warningCount: isStrict ? 0 : warningCount, noteCount: noteCount)
  }

  private static func summary(
    _ resolverCount: Int, _ check: ContainerCheck, isUnreadable: Bool, errorCount: Int, warningCount: Int,
    noteCount: Int
  ) -> String {
    var parts: [String] = []
    if resolverCount > 0 { parts.append(counted(resolverCount, "resolver")) }
    if isUnreadable {
      parts.append("containers not checked")
    } else if check.usesContainers {
      parts.append(
        counted(check.registrationCount, "registration") + " and " + counted(check.resolveCount, "resolve")
          + " of containers")
    }
    if parts.isEmpty { parts.append("nothing to check") }
    let unjudged = isUnreadable ? 0 : check.coverage.unjudgedCount
    // Where no resolve could be judged, silence would be no good news.
    let isBlind = !isUnreadable && check.usesContainers && check.coverage.judgedCount == 0
    if isBlind {
      parts.append(unjudged == 0 ? "no resolve to judge" : "none of them judged")
    } else if unjudged > 0 {
      parts.append("\(unjudged) of them not judged")
    }
    let leftOut = isUnreadable ? 0 : check.coverage.leftOutCount
    if leftOut > 0 { parts.append(counted(leftOut, "resolve") + " of tests left out") }
    let counts = [(errorCount, "problem"), (warningCount, "warning")]
    parts += counts.filter { $0.0 > 0 }.map(counted)
    if errorCount + warningCount + unjudged == 0, parts != ["nothing to check"], !isBlind {
      parts.append("no problem")
    }
    if noteCount > 0 { parts.append(counted(noteCount, "note")) }
    return ([parts.joined(separator: ", ")] + gapLines(check.coverage.gaps, isUnreadable: isUnreadable))
      .joined(separator: "\n")
  }

  private static let mostGaps = 20

  private static func gapLines(_ gaps: [Diagnostic], isUnreadable: Bool) -> [String] {
    if isUnreadable { return [] }
    let lines = gaps.prefix(mostGaps).map { "  \($0.location): \($0.message)" }
    return gaps.count > mostGaps ? lines + ["  and \(gaps.count - mostGaps) more places"] : lines
  }

  private static func counted(_ count: Int, _ thing: String) -> String {
    count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
  }
}
