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
/// class ShopTestCase: XCTestCase {
///   override func invokeTest() {
///     withTestContainer { super.invokeTest() } overriding: { $0.register(Client.self) { FakeClient() } }
///   }
/// }
/// ```
///
/// Issues are recorded at the end: in Swift Testing as those of the test that calls it, else as failures of the running test
/// case of XCTest.
///
/// - Parameters:
///   - base: what the container has before.
///   - live: whether the closure may build services that are marked with `live()`.
///   - fileID: where it is written, for messages and issues.
///   - filePath: the same.
///   - line: the same.
///   - column: the same.
///   - operation: uses the main container.
///   - overrides: registers services, with the container that it receives, which is the main one meanwhile.
/// - Returns: what the closure returns.
/// - Throws: what the closure throws.
public func withTestContainer<Result>(
  _ base: ContainerBase = .application, live: LiveServices = .allowed, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  _ operation: () throws -> Result, overriding overrides: (Container) -> Void = { _ in }
) rethrows -> Result {
  let test = IsolatedTest(
    name: "test container at \(fileID):\(line)", record: recorder(fileID, filePath, line, column))
  let container = base.makeHere().layer(live, for: test, overrides)
  return try test.run(with: container, operation)
}

/// Runs an asynchronous closure with a main container of its own, as a test with the trait ``ContainerTrait`` has one.
///
/// - Parameters:
///   - base: what the container has before.
///   - live: whether the closure may build services that are marked with `live()`.
///   - fileID: where it is written, for messages and issues.
///   - filePath: the same.
///   - line: the same.
///   - column: the same.
///   - isolation: the actor that the closure runs on: the caller's.
///   - operation: uses the main container.
///   - overrides: registers services, with the container that it receives, which is the main one meanwhile.
/// - Returns: what the closure returns.
/// - Throws: what the closure throws.
public func withTestContainer<Result>(
  _ base: ContainerBase = .application, live: LiveServices = .allowed, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ operation: () async throws -> Result, overriding overrides: (Container) -> Void = { _ in }
) async rethrows -> Result {
  let test = IsolatedTest(
    name: "test container at \(fileID):\(line)", record: recorder(fileID, filePath, line, column))
  let container = await base.make().layer(live, for: test, overrides)
  return try await test.run(with: container, isolation: isolation, operation)
}

/// Records issues of the test that runs now, at the place where the container is asked for.
private func recorder(
  _ fileID: String, _ filePath: StaticString, _ line: Int, _ column: Int
) -> IsolatedTest.Recorder {
  #if canImport(XCTest)
    if Test.current == nil, !isInExitTest { return { XCTFail($0, file: filePath, line: UInt(line)) } }
  #endif
  let place = SourceLocation(fileID: fileID, filePath: "\(filePath)", line: line, column: column)
  return { Issue.record(Comment(rawValue: $0), sourceLocation: place) }
}

/// Whether this is the body of an exit test: there is no current test in its process.
private var isInExitTest: Bool {
  #if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD) || os(Windows)
    ExitTest.current != nil
  #else
    false
  #endif
}
