/// The same work written by hand and done by Facet.
struct Comparison {
  let hand: Loop
  let facet: Loop

  /// How many services one iteration makes; the figures are for one.
  var unitsPerIteration = 1

  /// Measures both sides, interleaved, so that what disturbs the machine disturbs both.
  func medians(_ effort: Effort) -> (hand: Double, facet: Double) {
    let medians = Self.medians(of: [hand, facet], effort)
    let units = Double(unitsPerIteration)
    return (medians[0] / units, medians[1] / units)
  }

  /// The median nanoseconds of one iteration of each loop, from interleaved runs.
  static func medians(of loops: [Loop], _ effort: Effort) -> [Double] {
    let iterations = loops.map { calibrate($0, effort) }
    var samples = loops.map { _ in [Double]() }
    for round in 0..<effort.runs {
      // Every second round goes backwards: no side is always the first.
      let order = round.isMultiple(of: 2) ? Array(loops.indices) : loops.indices.reversed()
      for index in order {
        samples[index].append(loops[index].run(iterations[index]) / Double(iterations[index]))
      }
    }
    return samples.map(\.median)
  }

  /// Finds the number of iterations that fills one run.
  private static func calibrate(_ loop: Loop, _ effort: Effort) -> Int {
    let enough = effort.nanosecondsPerRun / 4
    var iterations = 1
    while true {
      var elapsed = loop.run(iterations)
      // A run of few iterations may be long because the machine was busy.
      for _ in 0..<3 where elapsed >= enough { elapsed = min(elapsed, loop.run(iterations)) }
      if elapsed >= enough {
        return max(1, Int(Double(iterations) * effort.nanosecondsPerRun / elapsed))
      }
      iterations *= 2
    }
  }
}

extension [Double] {
  /// The value in the middle; of none, not a number.
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
