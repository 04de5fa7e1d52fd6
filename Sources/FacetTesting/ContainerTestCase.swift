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
  ///   func testSale() {
  ///     let shop: Shop = Container.resolve()
  ///     XCTAssert(shop.sells("tea"))
  ///   }
  /// }
  /// ```
  ///
  /// If code leaves the test and asks for the main container, it gets the container of the test, and the test fails. If you have your
  /// own base class, call ``withTestContainer(_:live:fileID:filePath:line:column:_:overriding:)`` in `invokeTest`.
  open class ContainerTestCase: XCTestCase {
    /// The content of the container before ``override(_:)``: by default, the services of `registerAllServices`.
    open var containerBase: ContainerBase { .application }

    /// Whether the tests may build services marked with `live()`.
    open var liveServices: LiveServices { .allowed }

    /// Registers replacements for services; they reach every consumer and every forward.
    ///
    /// - Parameter container: the container of the test.
    open func override(_ container: Container) {}

    /// Runs the test with its container as the main container.
    open override func invokeTest() {
      let test = IsolatedTest(name: name) { XCTFail($0) }
      let container = containerBase.makeHere().layer(liveServices, for: test, self.override)
      test.run(with: container) { super.invokeTest() }
    }
  }
#endif
