import FacetSyntax

/// All that can be wrong with the registrations and resolves of an application.
///
/// Every check looks at the whole and leaves the others' matters alone.
enum ContainerChecks {
  private typealias Check = @Sendable (ContainerModel) -> [Diagnostic]

  private static let all: [(kind: String, run: Check)] = [
    ("missing", MissingRegistrationCheck.run), ("loop", RegistrationLoopCheck.run),
    ("duplicate", DuplicateRegistrationCheck.run), ("captured", CapturedServiceCheck.run),
    ("awaited", AwaitedServiceCheck.run),
  ]

  /// What is wrong, in the order of the places; on request, what is not used, and what threads may share.
  static func run(_ model: ContainerModel, findsUnused: Bool, isStrict: Bool) async -> [Diagnostic] {
    var checks = findsUnused ? all + [("unused", UnusedRegistrationCheck.run)] : all
    if isStrict { checks.append(("sharing", UncheckedSharingCheck.run)) }
    let found = await Work.map(checks, atOnce: 1) { kind, run in
      run(model).map { finding in
        var finding = finding
        finding.kind = kind
        return finding
      }
    }
    return found.flatMap { $0 }.inSourceOrder()
  }
}
