/// All that can be wrong with a resolver. Every check looks at the whole resolver and leaves the others' matters alone,
/// so that one run reports everything.
enum ResolverChecks {
  static let all: [@Sendable (ResolverModel) -> [Diagnostic]] = [
    TypeAccessCheck.run, KeySpaceCheck.run, KeyMemberCheck.run, OutputCheck.run, KeyFunctionCheck.run,
    DuplicateFunctionCheck.run, ResultCheck.run, ParameterCheck.run, FunctionFormCheck.run, FunctionAccessCheck.run,
    FunctionPurposeCheck.run, ConditionalMemberCheck.run, HandwrittenResolveCheck.run, LoopCheck.run,
    LazyFormCheck.run, IsolationCheck.run,
  ]

  /// What is wrong with `resolver`, in the order of the places.
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    all.flatMap { $0(resolver) }.inSourceOrder()
  }
}
