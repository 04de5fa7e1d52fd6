/// All that can be wrong with the registrations and resolves of an application.
///
/// Every check looks at the whole and leaves the others' matters alone.
enum ContainerChecks {
  static let all: [@Sendable (ContainerModel) -> [Diagnostic]] = [
    MissingRegistrationCheck.run, RegistrationLoopCheck.run, DuplicateRegistrationCheck.run,
    SynchronousResolveCheck.run, ForwardedTypeCheck.run, CapturedServiceCheck.run, AssemblyOverlapCheck.run,
    VisibleRegistrationCheck.run,
  ]

  /// What is wrong, in the order of the places; what is not used, on request.
  static func run(_ model: ContainerModel, findsUnused: Bool) -> [Diagnostic] {
    let checks = findsUnused ? all + [UnusedRegistrationCheck.run] : all
    return checks.flatMap { $0(model) }.inSourceOrder()
  }
}
