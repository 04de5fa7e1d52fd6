/// A service under construction.
///
/// The frames of a thread are the path of every error.
///
/// Plain data, so a frame costs a few instructions: the resolve that makes it holds all that it refers to.
struct Frame: BitwiseCopyable, Numbered {
  /// The key that was asked for.
  let registration: Borrowed<Registration>
  let record: Borrowed<Record>
  /// The container that builds, for the graph: see `Request`.
  let builder: Borrowed<Registry>
  /// The container that the factory gets, and that its properties are injected from.
  let resolver: Borrowed<Container>
  let arguments: Arguments
  /// The hash of the arguments; 0 if it is not known.
  let hash: Int
  /// The arguments, if they are not at hand as a tuple; an awaited build holds them.
  let kept: Borrowed<KeptArguments>?
  /// The build of a kept service.
  let build: Borrowed<Build>?
  /// The home of a kept service whose build runs, or whose storage is asked.
  let home: Borrowed<Home>?
  /// Whether the factory has returned, and the completions run: from now on the service is half-built.
  var isCompleting = false
  var isDecorating = false
  /// Whether nobody finds the instance: it is transient.
  var isUnseen = false
  /// The lower frame that this one waits for.
  var low = Low.none
  /// How many lives had been got when the frame began.
  let gotMark: Int32
  /// How many instances the graph had, and how many builds were deferred, when the instance was stored: what came later is taken back with it.
  var graphMark: Int32 = 0, deferredMark: Int32 = 0

  /// The frame of a service that the asked container builds, or another one.
  @inline(__always)
  init(
    _ request: Request, of record: Record, for resolver: Container, by builder: Borrowed<Registry>? = nil
  ) {
    (registration, self.record, self.builder) = (
      request.registration, Borrowed(record), builder ?? request.builder
    )
    self.resolver = Borrowed(resolver)
    (arguments, hash, kept, build, home) = (request.arguments, request.hash, nil, nil, nil)
    gotMark = request.thread.gotMark
  }
  /// The frame of a storage that is asked.
  init(_ request: Request, of record: Record, using home: Home) {
    (registration, self.record, builder) = (request.registration, Borrowed(record), Borrowed(home.owner))
    resolver = home.owner.container
    (arguments, hash, kept, build, self.home) = (request.arguments, 0, nil, nil, Borrowed(home))
    gotMark = request.thread.gotMark
  }
  /// The frame of a kept service, which the owner of its home builds.
  @inline(__always)
  init(_ request: Request, _ build: Build, for resolver: Container) {
    self.resolver = Borrowed(resolver)
    (registration, record, builder) = (
      request.registration, Borrowed(build.record), Borrowed(build.home.owner)
    )
    (arguments, hash, kept, self.build, home) = (
      request.arguments, 0, nil, Borrowed(build), Borrowed(build.home)
    )
    gotMark = request.thread.gotMark
  }
  /// The frame of an awaited build, while a thread runs a part of it.
  init(of resolver: AwaitedResolver, _ what: AwaitedResolver.What, in build: Build?) {
    (registration, record) = (Borrowed(what.registration), Borrowed(what.registration.record))
    (builder, self.resolver) = (Borrowed(resolver.builder), Borrowed(resolver.container))
    (arguments, hash) = (.none, 0)
    (kept, home) = (what.arguments.map { Borrowed($0) }, resolver.home.map { Borrowed($0) })
    self.build = build.map { Borrowed($0) }
    gotMark = 0
  }

  @inline(__always)
  var number: Int { record.read { $0.order } }
  var isShared: Bool { home != nil }
  @inline(__always)
  var isFoundHalfBuilt: Bool { isCompleting && !isUnseen }
  /// A service that the container keeps: what it holds must not hold the container.
  var isKept: Bool { isShared && build?.read { $0.kind == .weak } != true }
  var step: PathStep {
    PathStep(
      registration.object, keptBy: home?.object.owner,
      isCompleting ? .completion : isDecorating ? .decorator : .factory)
  }
}
