/// A service that was found and is not there yet, and who asked for it.
///
/// Plain data: the resolve that makes it holds all that it refers to.
struct Request: BitwiseCopyable {
  /// What was asked for: a record, or a forward to one.
  private(set) var registration: Borrowed<Registration>
  /// The scope, as it was when the record was found.
  let kind: ScopeKind
  /// What runs beside the factory; `nil` for most.
  let additions: Borrowed<Configuration>?
  /// The container that counts as asked: children without registrations count as their parent.
  let builder: Borrowed<Registry>
  let thread: Resolution
  let arguments: Arguments
  /// Where the service is to go; without it, a box is returned.
  var slot: Slot?
  /// The hash of the arguments; 0 if nobody compares them.
  var hash = 0
  /// Whether the frame has begun anew.
  var isAgain = false

  @inline(__always)
  init(_ found: Found, _ arguments: Arguments, to slot: Slot? = nil) {
    (registration, builder, thread) = (Borrowed(found.registration), found.builder, .current)
    (self.arguments, self.slot) = (arguments, slot)
    // A forward to a record of a parent asks for the settings of that later.
    kind = found.configuration?.kind ?? .transient
    additions = found.configuration.flatMap { $0.isPlain ? nil : Borrowed($0) }
  }
  /// The request for the target of a forward that was asked for.
  init(_ found: Found, _ arguments: Arguments, askedBy forward: Borrowed<Registration>) {
    self.init(found, arguments)
    registration = forward
  }

  /// Whether completions follow the factory.
  var isCompleted: Bool { additions?.read { $0.isCompleted } ?? false }
}
