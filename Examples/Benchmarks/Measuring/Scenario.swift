/// One line of the table: a workload, and how it is measured.
struct Scenario {
  let name: String

  /// What the workload shows, and what it is compared to.
  let shows: String

  let goal: Goal?

  /// What the figure that the goal is about is.
  var figure = Figure.ratio

  /// The unit of the two sides.
  var unit = Unit.nanoseconds

  /// Measures both sides and the figure.
  let measure: (Effort) -> Measurement

  /// Makes the two sides for counting allocations; `nil` where allocations are not the subject.
  var comparison: (() -> Comparison)?

  /// How many allocations Facet may need for one service beyond those by hand; `nil` if they are not counted.
  var mostAllocations: Double? = 0

  enum Figure: String {
    /// Facet divided by hand.
    case ratio
    /// Bytes of Facet alone.
    case bytes
    /// Throughput of Facet in one situation divided by that in another.
    case throughput
    /// What Facet gains by a second thread divided by what hand-written code gains.
    case gain
    /// Percent between the fastest and the slowest.
    case spread
    /// Milliseconds of Facet alone.
    case milliseconds
  }

  enum Unit: String {
    case nanoseconds = "ns"
    case bytes = "B"
    case factor = "x"
  }
}

/// The outcome of one scenario.
struct Measurement {
  /// The hand-written side; `nil` if there is none.
  let hand: Double?
  let facet: Double

  /// What the goal is about.
  let figure: Double
}

extension Scenario {
  /// A scenario whose figure is the ratio of Facet to hand-written code.
  ///
  /// - Parameters:
  ///   - name: the workload.
  ///   - shows: what it shows.
  ///   - goal: the highest ratio; `nil` if there is none.
  ///   - mostAllocations: what Facet may allocate for one service; `nil` if it is not counted.
  ///   - comparison: makes both sides; called when the scenario runs.
  init(
    _ name: String, _ shows: String, goal: Double?, mostAllocations: Double? = 0,
    comparison: @escaping () -> Comparison
  ) {
    self.init(
      name: name, shows: shows, goal: goal.map(Goal.atMost),
      measure: { effort in
        let medians = comparison().medians(effort)
        return Measurement(
          hand: medians.hand, facet: medians.facet, figure: medians.facet / medians.hand)
      },
      comparison: mostAllocations == nil ? nil : comparison, mostAllocations: mostAllocations)
  }
}
