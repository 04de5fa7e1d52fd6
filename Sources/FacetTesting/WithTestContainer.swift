import Facet
import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// Runs a closure with a main container of its own, as a test with the trait ``ContainerTrait`` has one.
///
/// For test cases of XCTest with a base class of their own, for the bodies of exit tests, and for harnesses:
///
/// ```swift
/// override func invokeTest() {
///   withTestContainer { super.invokeTest() } overriding: { $0.register(Client.self) { FakeClient() } }
/// }
/// ```
///
/// Issues are recorded at the end: in Swift Testing as those of the test that calls it, else as failures of the running test
/// case of XCTest.
///
/// - Parameters:
///   - base: what the container has before.
///   - live: whether the closure may build services that are marked with `live()`.
///   - fileID: where it is written, for messages.
///   - line: where it is written, for messages.
///   - operation: uses the main container.
///   - overrides: registers services, with the container that it receives, which is the main one meanwhile.
/// - Returns: what the closure returns.
/// - Throws: what the closure throws.
public func withTestContainer<Result>(
  _ base: ContainerBase = .application, live: LiveServices = .allowed, fileID: String = #fileID,
  line: Int = #line, _ operation: () throws -> Result,
  overriding overrides: (Container) -> Void = { _ in }
) rethrows -> Result {
  let test = IsolatedTest(name: "test container at \(fileID):\(line)", record: recorder())
  let container = makeContainer(base, live, for: test, overrides)
  return try test.run(with: container, operation)
}

/// Runs an asynchronous closure with a main container of its own, as a test with the trait ``ContainerTrait`` has one.
///
/// - Parameters:
///   - base: what the container has before.
///   - live: whether the closure may build services that are marked with `live()`.
///   - fileID: where it is written, for messages.
///   - line: where it is written, for messages.
///   - isolation: the actor that the closure runs on: the caller's.
///   - operation: uses the main container.
///   - overrides: registers services, with the container that it receives, which is the main one meanwhile.
/// - Returns: what the closure returns.
/// - Throws: what the closure throws.
public func withTestContainer<Result>(
  _ base: ContainerBase = .application, live: LiveServices = .allowed, fileID: String = #fileID,
  line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  _ operation: () async throws -> Result, overriding overrides: (Container) -> Void = { _ in }
) async rethrows -> Result {
  let test = IsolatedTest(name: "test container at \(fileID):\(line)", record: recorder())
  let container = makeContainer(base, live, for: test, overrides)
  return try await test.run(with: container, isolation: isolation, operation)
}

/// Records issues of the test that runs now.
private func recorder() -> IsolatedTest.Recorder {
  #if canImport(XCTest)
    guard Test.current == nil, !isInExitTest else { return { recordOutsideOfTests($0) } }
    return { XCTFail($0) }
  #else
    return { recordOutsideOfTests($0) }
  #endif
}

/// Whether this is the body of an exit test: there is no current test in its process.
private var isInExitTest: Bool {
  #if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD) || os(Windows)
    ExitTest.current != nil
  #else
    false
  #endif
}
