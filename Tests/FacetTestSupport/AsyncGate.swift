import Foundation

/// A place where tasks wait until the gate is opened; afterwards it stays open.
///
/// No thread is blocked, and a cancelled task waits on.
public final class AsyncGate: @unchecked Sendable {
  // Unchecked: what changes is touched while `lock` is held.
  private let lock = NSLock()
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a closed gate.
  public init() {}

  /// Lets everybody pass, now and later.
  public func open() {
    let old = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
      isOpen = true
      defer { waiting = [] }
      return waiting
    }
    for continuation in old { continuation.resume() }
  }

  /// Waits until the gate is open.
  public func pass() async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isOpen = lock.withLock { () -> Bool in
        if !self.isOpen { waiting.append(continuation) }
        return self.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// A place where a number of tasks meet: nobody goes on before all are there.
public final class AsyncMeeting: @unchecked Sendable {
  // Unchecked: `missing` is touched while `lock` is held.
  private let lock = NSLock()
  private var missing: Int
  private let gate = AsyncGate()

  /// Makes a meeting.
  ///
  /// - Parameter count: how many tasks are expected.
  public init(of count: Int) {
    missing = count
  }

  /// Arrives, and waits for the others; who comes after all have met goes on at once.
  public func attend() async {
    let isComplete = lock.withLock { () -> Bool in
      missing -= 1
      return missing <= 0
    }
    if isComplete { gate.open() }
    await gate.pass()
  }
}

/// A place where a test lets one task stop: the task says that it is there, and goes on when the test says so.
public final class AsyncStop: Sendable {
  private let arrival = AsyncGate()
  private let departure = AsyncGate()

  /// Makes a place where no task has arrived.
  public init() {}

  /// Stops the calling task.
  public func halt() async {
    arrival.open()
    await departure.pass()
  }

  /// Waits until a task has stopped here.
  public func waitForArrival() async { await arrival.pass() }

  /// Lets the task go on; one that comes later does not stop.
  public func release() { departure.open() }
}

/// Gives other tasks the time to come to rest; what a test expects does not depend on it.
public func letOthersRun() async {
  for _ in 0..<10 { await Task.yield() }
  try? await Task.sleep(nanoseconds: 5_000_000)
}
