import Dispatch

/// One line of the table: a piece of work as a container does it, and by hand.
struct Row {
  let name: String
  /// How many times the measured body does the work.
  let count: Int
  private let facet: () -> Void
  private let byHand: () -> Void

  init(
    _ name: String, each count: Int = 1, facet: @escaping () -> Void, byHand: @escaping () -> Void
  ) {
    self.name = name
    self.count = count
    self.facet = facet
    self.byHand = byHand
  }

  /// Measures both in turns, so that a busy machine slows both; the median of the rounds counts.
  ///
  /// - Returns: the nanoseconds of one piece of work, and its multiple of the work by hand.
  func measure(rounds: Int) -> (nanoseconds: Double, ratio: Double) {
    let repeats = Row.repeats(of: facet)
    let handRepeats = Row.repeats(of: byHand)
    var (times, ratios): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      let hand = Row.nanoseconds(byHand, handRepeats) / Double(handRepeats)
      let time = Row.nanoseconds(facet, repeats) / Double(repeats)
      times.append(time / Double(count))
      ratios.append(time / hand)
    }
    return (times.sorted()[rounds / 2], ratios.sorted()[rounds / 2])
  }

  /// How often a body runs in ten milliseconds.
  private static func repeats(of body: () -> Void) -> Int {
    var repeats = 1
    while nanoseconds(body, repeats) < 10_000_000 { repeats *= 2 }
    return repeats
  }

  private static func nanoseconds(_ body: () -> Void, _ repeats: Int) -> Double {
    seconds { for _ in 0..<repeats { body() } } * 1e9
  }
}

/// How long a body takes.
func seconds(_ body: () -> Void) -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  body()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

/// Uses a value in a way that the compiler cannot see through, so that the value has to be made.
@inline(never)
func consume<Value>(_ value: Value) {
  withUnsafeBytes(of: value) { bytes in
    // No object starts with these bits, but the compiler cannot know it.
    if bytes.loadUnaligned(as: UInt.self) == 1 { fatalError("The value starts with an impossible address.") }
  }
}

/// A value that the compiler does not know, as the arguments of an application are.
@inline(never)
func madeAtRunTime(_ text: String) -> String { String(text.reversed().reversed()) }

extension Double {
  /// The number with two digits, as wide as its column.
  func column(_ width: Int) -> String {
    let text = self >= 1_000 ? "\(Int(self.rounded()))" : "\((self * 100).rounded() / 100)"
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
