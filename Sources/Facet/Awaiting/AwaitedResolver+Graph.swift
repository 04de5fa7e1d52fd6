// Transient and graph scope: built in the task that asks.

extension AwaitedResolver {
  nonisolated(nonsending) func buildForGraph(
    _ found: Found, _ arguments: KeptArguments?
  ) async throws(ResolutionError) -> (Instance, Outcome) {
    let (registration, record) = (found.registration, found.registration.record)
    let isShared = (found.configuration ?? record.configuration).kind != .transient
    let (shared, builder) = (isShared ? graph : nil, found.builder.object)
    let key = Graph.Key(record, found.builder, hash: isShared ? arguments.with { $0.hash } : 0)
    if let known = shared?.known(key, arguments) {
      note(known.needs)
      return (known.instance, .reusedFromCycle)
    }
    // Awaited services never get each other half-built.
    let isLoop = isAround { build in
      build.record === record && build.builder === builder && build.hasSame(arguments)
    }
    if isLoop { throw error(.loop, about: registration, with: ResolutionError.Extras(isAwaited: true)) }
    let build = AwaitedResolver(What(registration: registration, arguments: arguments), by: builder, in: self)
    defer { build.finish() }
    let instance = try await build.run()
    let got = build.got
    note(got)
    return (shared?.remember(instance, under: key, with: arguments, needing: got) ?? instance, .built)
  }
  func hasSame(_ other: KeptArguments?) -> Bool {
    guard let other, let arguments else { return true }
    return other.withArguments { arguments.compare($0) } == .same
  }
}
