/// A registration that was found, and who asked for its service.
///
/// Plain data: the resolve that makes it holds all that it refers to.
struct Request: BitwiseCopyable {
  /// The requested record, or a forward to one.
  var registration: Borrowed<Registration>
  /// The scope, as it was when the record was found.
  let kind: ScopeKind
  /// The code beside the factory; `nil` for most.
  let additions: Borrowed<Configuration>?
  /// The container that builds what the asked one builds: children without registrations leave that to their parent.
  let builder: Borrowed<Registry>
  let thread: Resolution
  let arguments: Arguments
  /// Where the service is to go; without it, a box is returned.
  var slot: Slot?
  /// The hash of the arguments; 0 if nobody compares them.
  var hash = 0

  /// Whether completions follow the factory.
  var isCompleted: Bool { additions?.read { $0.isCompleted } ?? false }
}

extension Found {
  /// The request for what was found.
  ///
  /// Not an initializer: that would own what was found, which costs four counts of references.
  @inline(__always)
  func request(
    _ arguments: Arguments, by thread: Resolution, to slot: Slot? = nil
  ) -> Request {
    // A forward to a record of a parent asks for the settings of that later.
    Request(
      registration: Borrowed(registration), kind: configuration?.kind ?? .transient,
      additions: configuration.flatMap { $0.isPlain ? nil : Borrowed($0) }, builder: builder,
      thread: thread, arguments: arguments, slot: slot)
  }
}
