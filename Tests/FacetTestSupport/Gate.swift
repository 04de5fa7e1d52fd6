import Foundation

/// How many seconds a test waits for another thread before it goes on and fails.
///
/// Long, for all other tests run at the same time, and may do so on a slow machine.
public let patience: TimeInterval = 900

/// A place where threads wait until the gate is opened; afterwards it stays open.
public final class Gate: @unchecked Sendable {
  // Unchecked: `isOpen` and `waiting` are touched while `condition` is locked.
  private let condition = NSCondition()
  private var isOpen = false
  private var waiting = 0

  /// Makes a closed gate.
  public init() {}

  /// Lets everybody pass, now and later.
  public func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until the gate is open.
  ///
  /// - Returns: false if nobody opened it in that time.
  @discardableResult
  public func pass() -> Bool {
    let end = Date(timeIntervalSinceNow: patience)
    condition.lock()
    defer { condition.unlock() }
    while !isOpen {
      guard condition.wait(until: end) else { return isOpen }
    }
    return true
  }
}

/// A place where a number of threads meet: nobody goes on before all are there.
public final class Meeting: @unchecked Sendable {
  // Unchecked: `missing` is touched while `lock` is held.
  private let lock = NSLock()
  private var missing: Int
  private let gate = Gate()

  /// Makes a meeting.
  ///
  /// - Parameter count: how many threads are expected.
  public init(of count: Int) {
    missing = count
  }

  /// Arrives, and waits for the others; who comes after all have met goes on at once.
  ///
  /// - Returns: false if somebody did not come in that time.
  @discardableResult
  public func attend() -> Bool {
    lock.lock()
    missing -= 1
    let isComplete = missing <= 0
    lock.unlock()
    if isComplete { gate.open() }
    return gate.pass()
  }
}

/// A place where a test lets one thread stop: the thread says that it is there, and goes on when the test says so.
public final class Stop: Sendable {
  private let arrival = Gate()
  private let departure = Gate()

  /// Makes a place where no thread has arrived.
  public init() {}

  /// Stops the calling thread.
  public func halt() {
    arrival.open()
    departure.pass()
  }

  /// Waits until a thread has stopped here.
  ///
  /// - Returns: false if none came in that time.
  @discardableResult
  public func waitForArrival() -> Bool { arrival.pass() }

  /// Lets the thread go on; one that comes later does not stop.
  public func release() { departure.open() }
}
