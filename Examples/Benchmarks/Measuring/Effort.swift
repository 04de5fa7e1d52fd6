/// How much time the measurements may take.
struct Effort {
  /// How often each side is measured; the median counts.
  let runs: Int

  /// How long one run takes, about.
  let nanosecondsPerRun: Double

  /// How often a fresh process is started for each side.
  let processes: Int

  /// The effort for threads: many short runs, so that some are not disturbed.
  var forThreads: Effort {
    Effort(runs: runs * 4, nanosecondsPerRun: nanosecondsPerRun / 4, processes: processes)
  }

  static let full = Effort(runs: 31, nanosecondsPerRun: 8e6, processes: 15)
  static let short = Effort(runs: 9, nanosecondsPerRun: 3e6, processes: 9)
}
