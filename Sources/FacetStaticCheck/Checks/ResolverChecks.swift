import FacetSyntax

/// All that can be wrong with a resolver.
///
/// Every check looks at the whole resolver and leaves the others' matters alone, so that one run reports
/// everything.
enum ResolverChecks {
  static let all: [@Sendable (ResolverModel) -> [Diagnostic]] = [
    TypeAccessCheck.run, KeySpaceCheck.run, KeyMemberCheck.run, OutputCheck.run,
    DuplicateFunctionCheck.run, ResultCheck.run, ParameterCheck.run, FunctionFormCheck.run,
    FunctionPurposeCheck.run, ConditionalMemberCheck.run, LoopCheck.run, ComputedPropertyCheck.run,
  ]

  /// What is wrong with `resolver`, whose plan is `plan`.
  static func run(_ resolver: ResolverModel, _ plan: ResolutionPlan?) -> [Diagnostic] {
    var found = all.flatMap { $0(resolver) } + LazySpellingCheck.run(resolver, plan)
    // Where there is no telling what is built when, the others say why.
    if let plan { found += LazyFormCheck.run(plan) + IsolationCheck.run(plan) }
    return found + KeyFunctionCheck.run(resolver, reported: Set(found.map(\.subject)))
  }
}
