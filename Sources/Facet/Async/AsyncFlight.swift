/// One build that several tasks may wait for: of a shared service, or of graph scope within one cycle.
final class AsyncFlight: AsyncNode, @unchecked Sendable {
  let record: Record
  /// What the factory resolves by.
  let build: AsyncBuild
  /// How often the record had been reset when the build began: a resolve after another reset gets another instance.
  let resets: Int
  /// The instance of a second build, by a completion that this one waits for: that one counts.
  var other: SharedInstance?
  /// Whether the factory is over, and it is known which instance counts: a second build comes too late.
  var isDecided = false

  init(_ build: AsyncBuild) {
    self.build = build
    record = build.record
    resets = build.record.resetCount
    super.init(enclosing: build)
  }

  override var handsOnBorrowed: Bool { build.scope == .graph }
}
