#if canImport(XCTest)
  import Facet
  import XCTest

  /// An XCTest case that gives each test its own main container.
  ///
  /// The container is active during `setUp`, the test and `tearDown`. The services are registered again for each test.
  ///
  /// ```swift
  /// final class ShopTests: ContainerTestCase {
  ///   override func override(_ container: Container) {
  ///     container.register(Client.self) { FakeClient() }
  ///   }
  ///
  ///   func testSale() throws {
  ///     let shop = try Container.main.require(Shop.self)
  ///     XCTAssert(shop.sells("tea"))
  ///   }
  /// }
  /// ```
  ///
  /// If code leaves the test and asks for the main container, it gets the container of the test, and the test fails. If you have your
  /// own base class, call ``withTestContainer(_:allowsProduction:fileID:filePath:line:column:_:overriding:)`` in `invokeTest`.
  open class ContainerTestCase: XCTestCase {
    /// The services of the container before ``override(_:)``: by default, those of `registerAllServices`.
    open var initialServices: InitialServices { .application }

    /// Whether the tests may build services marked with `forProduction()`.
    open var allowsProduction: Bool { true }

    /// Registers replacements for services; they reach every consumer and every forward.
    ///
    /// - Parameter container: the container of the test.
    open func override(_ container: Container) {}

    /// Runs the test with its container as the main container.
    open override func invokeTest() {
      let issues = Guarded<[(text: String, isWarning: Bool)]>([])
      let test = IsolatedTest(name: name, allowingProduction: "override var allowsProduction: Bool { true }")
      {
        text, isWarning in
        issues.withLock { $0.append((text, isWarning)) }
      }
      let container = initialServices.makeHere().overriding(allowsProduction, for: test, self.override)
      test.run(with: container) { super.invokeTest() }
      for issue in issues.value { report(issue.text, isWarning: issue.isWarning) }
    }

    private func report(_ text: String, isWarning: Bool) {
      let place = String(reflecting: type(of: self))
      if isWarning { return printToStandardError("\(place): warning: \(text)") }
      // Without a place, which would be a line of this file.
      #if canImport(Darwin)
        record(XCTIssue(type: .assertionFailure, compactDescription: text))
      #else
        recordFailure(withDescription: text, inFile: place, atLine: 0, expected: true)
      #endif
    }
  }
#endif
