import Facet
import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// Runs a closure with its own main container, like a test with the trait ``ContainerTrait``.
///
/// Use it for XCTest cases with your own base class, for the bodies of exit tests, and for harnesses:
///
/// ```swift
/// class ShopTestCase: XCTestCase {
///   override func invokeTest() {
///     withTestContainer { super.invokeTest() } overriding: { $0.register(Client.self) { FakeClient() } }
///   }
/// }
/// ```
///
/// Issues are recorded at the end. In Swift Testing they belong to the calling test, in XCTest to the running test case.
///
/// - Parameters:
///   - services: the services of the container before the overrides.
///   - allowsProduction: whether the closure may build services marked with `forProduction()`.
///   - fileID: the place of the call, for messages and issues.
///   - filePath: the same.
///   - line: the same.
///   - column: the same.
///   - operation: uses the main container.
///   - overrides: registers services in the container that it receives, which is the main container during the call.
/// - Returns: the result of the closure.
/// - Throws: the error of the closure.
public func withTestContainer<Result>(
  _ services: InitialServices = .application, allowsProduction: Bool = true, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  _ operation: () throws -> Result, overriding overrides: (Container) -> Void = { _ in }
) rethrows -> Result {
  let test = IsolatedTest(
    name: "test container at \(fileID):\(line)", record: recorder(fileID, filePath, line, column))
  let container = services.makeHere().overriding(allowsProduction, for: test, overrides)
  return try test.run(with: container, operation)
}

/// Runs an asynchronous closure with its own main container, like a test with the trait ``ContainerTrait``.
///
/// - Parameters:
///   - services: the services of the container before the overrides.
///   - allowsProduction: whether the closure may build services marked with `forProduction()`.
///   - fileID: the place of the call, for messages and issues.
///   - filePath: the same.
///   - line: the same.
///   - column: the same.
///   - isolation: the actor that the closure runs on: the caller's.
///   - operation: uses the main container.
///   - overrides: registers services in the container that it receives, which is the main container during the call.
/// - Returns: the result of the closure.
/// - Throws: the error of the closure.
public func withTestContainer<Result>(
  _ services: InitialServices = .application, allowsProduction: Bool = true, fileID: String = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  isolation: isolated (any Actor)? = #isolation,
  _ operation: () async throws -> Result, overriding overrides: (Container) -> Void = { _ in }
) async rethrows -> Result {
  let test = IsolatedTest(
    name: "test container at \(fileID):\(line)", record: recorder(fileID, filePath, line, column))
  let container = await services.make().overriding(allowsProduction, for: test, overrides)
  return try await test.run(with: container, isolation: isolation, operation)
}

/// Returns a recorder for issues of the current test, at the place where the container is requested.
private func recorder(
  _ fileID: String, _ filePath: StaticString, _ line: Int, _ column: Int
) -> IsolatedTest.Recorder {
  #if canImport(XCTest)
    if Test.current == nil, !isInExitTest {
      return { text, isWarning in
        if isWarning { return printToStandardError("\(fileID):\(line): warning: \(text)") }
        XCTFail(text, file: filePath, line: UInt(line))
      }
    }
  #endif
  let place = SourceLocation(fileID: fileID, filePath: "\(filePath)", line: line, column: column)
  return { Issue.record($0, isWarning: $1, at: place) }
}

/// Whether this is the body of an exit test: its process has no current test.
private var isInExitTest: Bool {
  #if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD) || os(Windows)
    ExitTest.current != nil
  #else
    false
  #endif
}
