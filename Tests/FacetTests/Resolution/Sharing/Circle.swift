@testable import Facet

/// Two threads, and what each of them builds: they do one step after another, as the test says.
final class Circle: Sendable {
  /// What a claim led to, as far as a test tells it apart.
  enum Answer: Equatable {
    case granted, own, ended, closed
    /// The half-built instance, and what waits for the thread behind it.
    case halfBuilt(ObjectIdentifier, dependent: ObjectIdentifier?)
    case loop(otherPath: [String])
  }

  let container = Container()
  let first = Worker()
  let second = Worker()
  let tray: Record
  let cup: Record

  init() {
    tray = Record.sample("tray", in: container)
    cup = Record.sample("cup", in: container)
  }

  /// Claims a record on the calling thread.
  static func claim(_ record: Record) -> Answer {
    switch Flights.claim(record, for: ThreadState.current) {
    case .granted: .granted
    case .own: .own
    case .ended: .ended
    case .closed: .closed
    case .halfBuilt(_, let instance, let dependent):
      .halfBuilt(ObjectIdentifier(instance), dependent: dependent.map(ObjectIdentifier.init))
    case .loop(let otherPath): .loop(otherPath: otherPath.map { $0.name ?? "" })
    }
  }

  /// Begins to build a record on the calling thread, in a frame as a resolve has it.
  static func begin(_ record: Record, _ phase: Frame.Phase = .building) -> Answer {
    let answer = claim(record)
    push(record, phase)
    return answer
  }

  static func push(_ record: Record, _ phase: Frame.Phase) {
    var frame = Frame(registration: .passUnretained(record), entry: Frame.noEntry, cycleNumber: 0)
    frame.phase = phase
    ThreadState.current.pointee.push(frame)
  }

  static func pop() {
    ThreadState.current.pointee.pop()
  }

  /// The flight of a record, if one is under way.
  static func flight(_ record: Record) -> Flight? {
    Flights.state.withLock { $0.flights[ObjectIdentifier(record)] }
  }

  /// Waits until another thread has finished an instance that the calling one has.
  static func waitForCompletion(of flight: Flight?) -> Bool {
    guard let flight else { return false }
    Flights.waitForCompletion(of: flight, ThreadState.current)
    return true
  }

  /// Ends the build of a record, and its frame.
  static func end(_ record: Record) -> Bool {
    pop()
    guard let flight = flight(record) else { return false }
    Flights.end([flight])
    return true
  }

  /// Notes that the factory of a record has returned.
  static func offer(_ instance: SharedInstance, of record: Record) -> Bool {
    flight(record).map { Flights.setInstance(instance, of: $0) } ?? false
  }
}
