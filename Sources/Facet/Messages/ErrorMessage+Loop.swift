/// The remedies against the loop of an error: they depend on which part of which service asks for the one that is being built.
extension ErrorMessage {
  var loopRemedies: [String] {
    if let wrapper = error.wrapper { return remedies(ofUseThrough: wrapper) }
    return LoopRemedies(circle, isOfOne: isLoopOfOne, isAwaited: error.isAwaited, names).all
  }
  /// Nothing but the last step is in the way.
  var deferral: String? { LoopRemedies(circle, isAwaited: error.isAwaited, names).deferral }

  private func remedies(ofUseThrough wrapper: Any.Type) -> [String] {
    let name = names.name(wrapper)
    let user = error.steps.dropLast().last.map { "in \(names.text(for: $0.key)) " } ?? ""
    return [
      "Keep the \(name) \(user)and use it later: not in a factory, an initializer, a decorator or an initCompleted.",
      "To catch this failure, use it by require(), which throws.",
    ]
  }
  /// Whether a service asks for that very service: deferred, it would hold itself.
  private var isLoopOfOne: Bool {
    guard error.path.dropLast().last == error.key else { return false }
    // With arguments, it may be a longer way back to the same ones.
    return error.path.count { $0 == error.key } == 2
  }
  /// From the service that is asked for again, without its second occurrence.
  private var circle: [LoopRemedies.Step] {
    let steps = error.steps.dropLast()
    let start = steps.lastIndex { $0.key == error.key } ?? steps.startIndex
    var circle = steps[start...].map { step in
      LoopRemedies.Step(step.key, step.record, step.part, isOneOfSeveral: step.isOneOfSeveral)
    }
    if let last = circle.indices.last { circle[last].part = error.askingPart }
    return circle
  }
}
