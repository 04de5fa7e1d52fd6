/// A service that was found and is not there yet, and who asked for it.
///
/// Plain data: the resolve that makes it holds all that it refers to.
struct Request: BitwiseCopyable {
  /// What was found: a record, or a forward to it.
  let registration: Borrowed<Registration>
  /// The scope, as it was when the record was found.
  private(set) var kind: ScopeKind
  /// What runs beside the factory; `nil` for most.
  private(set) var additions: Borrowed<Configuration>?
  /// The container that counts as asked: children without registrations count as their parent.
  let builder: Borrowed<Registry>
  let thread: Resolution
  let arguments: Arguments
  /// Where the service is to go; without it, a box is returned.
  private(set) var slot: Slot?

  init(_ found: Found, _ thread: Resolution, _ arguments: Arguments, to slot: Slot? = nil) {
    registration = Borrowed(found.registration)
    (kind, additions, builder) = (found.mode.kind, found.mode.additions.map { Borrowed($0) }, found.builder)
    (self.thread, self.arguments, self.slot) = (thread, arguments, slot)
  }
  /// The same without a slot, and perhaps in the mode of another record.
  func boxed(_ mode: Mode? = nil) -> Request {
    var request = self
    request.slot = nil
    if let mode { (request.kind, request.additions) = (mode.kind, mode.additions.map { Borrowed($0) }) }
    return request
  }

  var isCompleted: Bool { additions != nil && additions!.object.isCompleted }
}
