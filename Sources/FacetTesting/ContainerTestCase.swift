#if canImport(XCTest)
  import Facet
  import XCTest

  /// A test case of XCTest in which every test has a main container of its own.
  ///
  /// The container holds for `setUp`, the test, and `tearDown`; the services are registered anew for each test.
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
  /// Code that leaves the test and asks for the main container gets that of the test, and is a failure of it. With a base class
  /// of your own, call ``withTestContainer(_:live:fileID:filePath:line:column:_:overriding:)`` in `invokeTest`.
  open class ContainerTestCase: XCTestCase {
    /// What the container has, before ``override(_:)`` is called: what `registerAllServices` registers.
    open var containerBase: ContainerBase { .application }

    /// Whether the tests may build services that are marked with `live()`.
    open var liveServices: LiveServices { .allowed }

    /// Registers services that take the place of others; they reach every consumer and every forward.
    ///
    /// - Parameter container: the container of the test.
    open func override(_ container: Container) {}

    /// Runs the test while its container is the main one.
    open override func invokeTest() {
      let test = IsolatedTest(name: name) { XCTFail($0) }
      let container = containerBase.makeHere().layer(liveServices, for: test, self.override)
      test.run(with: container) { super.invokeTest() }
    }
  }
#endif
