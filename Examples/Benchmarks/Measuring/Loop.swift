/// A piece of work that is repeated, and says how long it took.
struct Loop {
  /// Repeats the work and returns the nanoseconds that count.
  let run: (_ iterations: Int) -> Double

  private init(run: @escaping (Int) -> Double) {
    self.run = run
  }

  /// A loop that is timed as a whole.
  init(_ body: @escaping (_ iterations: Int) -> Void) {
    self.init(run: { iterations in nanoseconds { body(iterations) } })
  }

  /// A loop that times the part of it that counts.
  static func timingItself(_ run: @escaping (_ iterations: Int) -> Double) -> Loop {
    Loop(run: run)
  }
}

/// Runs a closure and returns how long it took.
func nanoseconds(_ body: () -> Void) -> Double {
  let elapsed = ContinuousClock().measure(body)
  return Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9
}
