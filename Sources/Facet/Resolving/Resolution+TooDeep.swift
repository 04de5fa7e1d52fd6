extension Building {
  /// A service is nested too deep: among `arguments`, the innermost last, may be some that hide a loop.
  func tooDeep(_ registration: Registration, within recent: [(record: Record, arguments: KeptArguments?)])
    -> ResolutionError
  {
    var types: [Any.Type] = []
    for (place, one) in recent.enumerated()
    // The services that recur.
    where recent[..<place].contains(where: { $0.record === one.record }) {
      types += (one.arguments?.incomparableTypes ?? []).filter { new in !types.contains { $0 == new } }
    }
    let extras = ResolutionError.Extras(isAwaited: self is AwaitedResolver, incomparable: types)
    return error(.tooDeep, about: registration, with: extras)
  }
}

extension Resolution {
  /// `frame` does not begin.
  @inline(never)
  func tooDeep(_ frame: Frame) -> ResolutionError {
    let recent = state.frames.suffix(32) + [frame]
    return tooDeep(
      frame.registration.object,
      within: recent.map { frame in
        let record = frame.record.object
        return (record, frame.kept?.object ?? KeptArguments.keep(frame.arguments))
      })
  }
}

extension AwaitedResolver {
  func tooDeep(_ registration: Registration, _ arguments: KeptArguments?) -> ResolutionError {
    let recent = chain.suffix(32).compactMap { build in
      build.record.map { (record: $0, arguments: build.arguments) }
    }
    return tooDeep(registration, within: recent + [(registration.record, arguments)])
  }
}
