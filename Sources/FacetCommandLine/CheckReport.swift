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
  private let check: ContainerCheck

  init(_ files: [SourceFile], _ arguments: Arguments) async {
    let generation =
      arguments.has("--containers")
      ? nil : Generation(files, moduleName: arguments["--module"] ?? "")
    let errors = generation?.diagnostics ?? []
    check = await ContainerCheck(
      files, isPartial: true, findsUnused: arguments.has("--unused"), isStrict: arguments.has("--strict"))
    // While a target is built, the compiler says better what is wrong with such a file.
    let faults = arguments.has("--record") ? [] : check.faults
    diagnostics = errors + faults + check.findings
    let counts = Dictionary(grouping: diagnostics, by: \.severity).mapValues(\.count)
    hasErrors = counts[.error] != nil

    let resolverCount = generation?.resolverCount ?? 0
    isOfNothing = diagnostics.isEmpty && resolverCount == 0 && !check.usesContainers
    var parts = resolverCount > 0 ? [Self.counted(resolverCount, "resolver")] : []
    var isSilent = false
    if !faults.isEmpty {
      parts.append("containers not checked")
    } else if check.usesContainers {
      parts += Self.parts(check)
      isSilent = check.coverage.judgedCount == 0 || check.coverage.unjudgedCount > 0
    }
    if parts.isEmpty { (parts, isSilent) = (["nothing to check"], true) }
    if !hasErrors, counts[.warning] == nil, !isSilent { parts.append("no problem") }
    for severity in [Diagnostic.Severity.error, .warning, .note] {
      let thing = severity == .error ? "problem" : severity.rawValue
      if let count = counts[severity] { parts.append(Self.counted(count, thing)) }
    }
    summary = parts.joined(separator: ", ") + (faults.isEmpty ? Self.lines(check.coverage.gaps) : "")
  }

  /// How much of the containers was checked.
  private static func parts(_ check: ContainerCheck) -> [String] {
    let (unjudged, leftOut) = (check.coverage.unjudgedCount, check.coverage.leftOutCount)
    var parts = [
      counted(check.registrationCount, "registration") + " and " + counted(check.resolveCount, "resolve")
        + " of containers"
    ]
    // Where no resolve could be judged, silence would be no good news.
    if check.coverage.judgedCount == 0 {
      parts.append(unjudged == 0 ? "no resolve to judge" : "none of them judged")
    } else if unjudged > 0 {
      parts.append("\(unjudged) of them not judged")
    }
    return leftOut > 0 ? parts + [counted(leftOut, "resolve") + " of tests left out"] : parts
  }

  private static let mostGaps = 20

  /// What keeps resolves from being judged, a line for each reason.
  private static func lines(_ gaps: [Diagnostic]) -> String {
    let places = Dictionary(grouping: gaps, by: \.message)
    var seen: Set<String> = []
    let reasons = gaps.filter { seen.insert($0.message).inserted }
    let lines = reasons.prefix(mostGaps).map { gap in
      let more = (places[gap.message]?.count ?? 1) - 1
      return "\n  \(gap.location): \(gap.message)"
        + (more > 0 ? "; also at \(counted(more, "other place"))" : "")
    }
    return lines.joined()
      + (reasons.count > mostGaps ? "\n  and \(counted(reasons.count - mostGaps, "other reason"))" : "")
  }

  private static func counted(_ count: Int, _ thing: String) -> String {
    count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
  }
}
