// Stands in for Dispatch as it is on Apple's systems; see .ci/platforms. Only what the programs use, and macOS 10.15 has.
public struct DispatchTime: Comparable, Sendable {
  public let uptimeNanoseconds: UInt64
  public static func now() -> DispatchTime { fatalError() }
  public static func < (left: DispatchTime, right: DispatchTime) -> Bool { fatalError() }
  public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { fatalError() }
}
public enum DispatchTimeoutResult { case success, timedOut }
public final class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int) {}
  @discardableResult public func signal() -> Int { fatalError() }
  @available(*, noasync) public func wait() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
}
public final class DispatchGroup: @unchecked Sendable {
  public init() {}
  public func enter() {}
  public func leave() {}
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }
  public func notify(queue: DispatchQueue, execute: @escaping @Sendable () -> Void) {}
}
public final class DispatchWorkItem {
  public init(block: @escaping () -> Void) {}
  public func cancel() {}
}
public final class DispatchQueue: @unchecked Sendable {
  public init(label: String) {}
  public static func global() -> DispatchQueue { fatalError() }
  public static func concurrentPerform(iterations: Int, execute: (Int) -> Void) {}
  public func async(execute: @escaping @Sendable () -> Void) {}
  public func asyncAfter(deadline: DispatchTime, execute: DispatchWorkItem) {}
  public func sync<T>(execute: () throws -> T) rethrows -> T { fatalError() }
}
public protocol DispatchSourceProtocol: AnyObject {
  func setEventHandler(handler: (@Sendable () -> Void)?)
  func resume()
  func cancel()
}
public protocol DispatchSourceSignal: DispatchSourceProtocol {}
public enum DispatchSource {
  public static func makeSignalSource(signal: Int32) -> any DispatchSourceSignal { fatalError() }
}
