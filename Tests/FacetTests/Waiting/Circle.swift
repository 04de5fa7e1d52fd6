@testable import Facet

/// Two threads, and what each of them builds: they do one step after another, as the test says.
final class Circle: Sendable {
  /// What a claim led to, as far as a test tells it apart.
  enum Answer: Equatable {
    case granted, own, closed
    /// Somebody has ended what the thread asked for: it is to look again.
    case ended
    /// The half-built instance, and what waits for the thread behind it.
    case halfBuilt(ObjectIdentifier, dependent: ObjectIdentifier?)
    case loop(otherPath: [String])
    case unexpected
  }

  /// What became of the instances that a thread has finished.
  enum Finish: Equatable {
    /// They are published.
    case ended
    /// They wait for the build of a frame of the thread.
    case putOff(frame: Int)
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

  /// Claims a record on the calling thread, and waits if it has to.
  static func claim(_ record: Record) -> Answer {
    let party = Thread.current.party
    switch WaitGraph.claim(record, by: party, { party }) {
    case .granted: return .granted
    case .own: return .own
    case .ended: return .ended
    case .closed: return .closed
    case .halfBuilt(_, let instance, let dependent): return halfBuilt(instance, dependent)
    case .loop(let otherPath): return .loop(otherPath: otherPath.map { $0.key.name ?? "" })
    case .wait(let wait):
      switch wait.block() {
      case .lookAgain: return .ended
      case .takeOver: return .granted
      case .offer(let instance, let dependent): return halfBuilt(instance, dependent)
      default: return .unexpected
      }
    }
  }

  private static func halfBuilt(_ instance: Instance, _ dependent: Record?) -> Answer {
    .halfBuilt(ObjectIdentifier(instance), dependent: dependent.map(ObjectIdentifier.init))
  }

  /// Begins to build a record on the calling thread, in a frame as a resolve has it.
  static func begin(_ record: Record, _ phase: Frame.Phase = .building) -> Answer {
    let answer = claim(record)
    push(record, phase)
    return answer
  }

  static func push(_ record: Record, _ phase: Frame.Phase) {
    Thread.current.state.frames.append(.sample(record, phase, scope: .container))
  }

  static func pop() {
    Thread.current.pop()
  }

  /// The build of a record, if one is under way.
  static func build(_ record: Record) -> Build? { WaitGraph.running(record) }

  /// Ends the build of a record, and its frame.
  static func end(_ record: Record) -> Bool {
    pop()
    guard let build = build(record) else { return false }
    WaitGraph.end([build])
    return true
  }

  /// Notes that the factory of a record has returned.
  static func offer(_ instance: Instance, of record: Record) -> Bool {
    build(record).map { WaitGraph.setInstance(instance, of: $0) } ?? false
  }

  /// Notes that the calling thread took the half-built instance of another one for what it builds itself.
  static func borrow(_ record: Record, for dependent: Record) -> Bool {
    guard let build = build(record) else { return false }
    let thread = Thread.current
    // A build of a test may have no instance yet.
    let number = build.instance?.number ?? CreationNumber.next()
    thread.state.halfBuilt.borrowed.append(BorrowedInstance(build: build, number: number))
    thread.noteHalfBuilt(Borrowed(dependent))
    return true
  }

  /// Leaves the frame of a record whose completions are through, and waits for all that it refers to.
  static func finish(_ record: Record) -> Finish? {
    guard let build = build(record) else { return nil }
    let thread = Thread.current
    thread.pop()
    _ = thread.finish(build, nil)
    let isEnded = build.isOver && thread.state.halfBuilt.isEmpty
    return isEnded ? .ended : .putOff(frame: thread.state.halfBuilt.lowestFrame)
  }
}

extension Frame {
  /// A frame that is no part of a cycle.
  static func sample(_ record: Record, _ phase: Phase = .building, scope: ScopeKind = .transient) -> Frame {
    var frame = Frame(
      registration: Borrowed(record), record: Borrowed(record), builder: record.borrowedOwner,
      entry: Frame.noEntry, cycleNumber: 0,
      scope: scope)
    frame.phase = phase
    return frame
  }
}
