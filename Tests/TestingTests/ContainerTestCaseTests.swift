import Facet
import FacetTestSupport
import FacetTesting
import Foundation
import XCTest

@Sendable private func registerServices() {
  Container.register(Client.self) { _ in Client() }.inObjectScope(.container)
  Container.register(Store.self) { r in Store(client: r.resolve(Client.self)!) }.inObjectScope(.container)
}

/// Every test of XCTest has a main container of its own.
final class ContainerTestCaseTests: ContainerTestCase {
  override var initialServices: InitialServices { .registered(by: registerServices) }

  override func override(_ container: Container) {
    container.register(Client.self) { _ in FakeClient() }
  }

  override func setUp() {
    XCTAssertFalse(Container.main.hasAnyRegistration(of: Int.self), "from another test")
    Container.register(Int.self) { 1 }
  }

  func testOverridesReachEveryConsumer() {
    XCTAssertEqual((Container.resolve() as Store).client.name, "fake")
    XCTAssertEqual(Container.resolve(Int.self), 1)
  }

  func testAnotherTestHasAnotherContainer() {
    XCTAssertEqual(Container.resolve(Int.self), 1)
    Container.register(Int.self) { 2 }
  }

  func testAnAsynchronousTestHasItToo() async {
    await Task.yield()
    XCTAssertEqual((Container.resolve() as Store).client.name, "fake")
    let name = await Task { (Container.resolve() as Store).client.name }.value
    XCTAssertEqual(name, "fake")
  }

  func testACarriedContainerReachesAThread() {
    let main = Container.main
    let run = ThreadRun { Container.withMain(main) { (Container.resolve() as Store).client.name } }
    XCTAssertEqual(run.result, "fake")
  }
}

/// The same without the base class.
final class InvokeTestTests: XCTestCase {
  override func invokeTest() {
    withTestContainer(.registered(by: registerServices)) {
      super.invokeTest()
    } overriding: {
      $0.register(Client.self) { _ in FakeClient() }
    }
  }

  func testOverridesReachEveryConsumer() {
    XCTAssertEqual((Container.resolve() as Store).client.name, "fake")
  }
}

/// Fails, for the test below, which runs it in a process of its own.
final class TestCaseTrials: ContainerTestCase {
  override var initialServices: InitialServices { .registered(by: registerServices) }
  override var allowsProduction: Bool { false }

  override func override(_ container: Container) {
    container.register(Client.self, fileID: "Shop/Clients.swift", line: 12) { _ in Client() }.forProduction()
  }

  func testTrial() throws {
    // A filter of `swift test` names it among others.
    let asked = Array(CommandLine.arguments.dropFirst())
    try XCTSkipUnless(asked == ["TestingTests.TestCaseTrials/testTrial"], "a trial")
    let mine = Container.main
    XCTAssertEqual(ThreadRun { Container.main === mine }.result, true)
    XCTAssertNotNil(Container.resolve(Store.self))
  }
}

#if os(Linux)
  final class TestCaseIssueTests: XCTestCase {
    func testEscapesAndProductionServicesAreFailuresOfTheTest() throws {
      let program = try Program(
        Program.built("FacetPackageTests.xctest"), ["TestingTests.TestCaseTrials/testTrial"])
      XCTAssertEqual(program.exitCode, 1)
      let output = program.output + program.errors
      let start = "TestingTests.TestCaseTrials:0: error: TestCaseTrials.testTrial : "
      XCTAssertEqual(
        output.components(separatedBy: start).dropFirst().map { $0.components(separatedBy: "\n")[0] },
        [
          "Code that left the test asked for 'Container.main' on a thread or a queue.",
          "The test built 'Client', a production service.",
        ])
      XCTAssert(
        output.contains("  • Allow it where it is forbidden: override var allowsProduction: Bool { true }\n"))
    }
  }
#endif
