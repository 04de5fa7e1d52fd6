/// A service under construction.
///
/// The frames of a thread are the path of every error.
///
/// Plain data, so a frame costs a few instructions: the resolve that makes it holds all that it refers to.
struct Frame: BitwiseCopyable {
  /// The key that was asked for.
  let registration: Borrowed<Registration>
  let record: Borrowed<Record>
  let builder: Borrowed<Registry>
  let arguments: Arguments
  /// The hash of the arguments; 0 if it is not known.
  let hash: Int
  /// The arguments, if they are not at hand as a tuple; an awaited build holds them.
  let kept: Borrowed<KeptArguments>?
  /// The build of a shared service.
  let build: Borrowed<Build>?
  /// Whether the factory has returned, and the completions run: from now on the service is half-built.
  var isCompleting = false
  /// Whether nobody finds the instance: it is transient.
  var isUnseen = false
  /// What this frame waits for.
  var low = Low.none
  /// How many instances the graph had, and how many builds were deferred, when the instance was stored: what came later is taken back with it.
  var graphMark: Int32 = 0, deferredMark: Int32 = 0

  init(
    _ registration: Borrowed<Registration>, _ record: Borrowed<Record>, _ builder: Borrowed<Registry>,
    _ arguments: Arguments, _ build: Borrowed<Build>? = nil, kept: Borrowed<KeptArguments>? = nil,
    hash: Int = 0
  ) {
    (self.registration, self.record, self.builder) = (registration, record, builder)
    (self.arguments, self.build, self.kept, self.hash) = (arguments, build, kept, hash)
  }

  var isShared: Bool { build != nil }
  @inline(__always)
  var isFoundHalfBuilt: Bool { isCompleting && !isUnseen }
  /// A service that the container keeps: what it holds must not hold the container.
  var isKept: Bool {
    guard build != nil else { return false }
    return record.read { $0.isRegistered && $0.mode.kind != .weak }
  }
  var step: PathStep {
    PathStep(registration.object, keptBy: build == nil ? nil : record.object.owner)
  }
}
