import Facet
import FacetTestSupport
import Foundation
import XCTest

/// The stack of the main thread, on which `XCTest` runs its tests, and Swift Testing does not.
final class MainThreadDepthTests: XCTestCase {
  func testAChainOf1000ServicesResolves() {
    let container = Container()
    for number in 1...1000 {
      container.register(Int.self, name: "\(number)") { r in try r.require(Int.self, name: "\(number - 1)") }
    }
    container.register(Int.self, name: "0") { _ in 7 }
    XCTAssert(Thread.isMainThread)
    XCTAssertEqual(container.resolve(Int.self, name: "1000"), 7)
  }

  func testAnEndlessRecursionIsAnErrorAndNoOverflow() {
    let container = Container()
    container.register(Int.self) { (r, number: Int) in try r.require(Int.self, argument: number + 1) }
    let failures = Recorder<ResolutionError.Code>()
    container.failureHandler = { failures.add($0.code) }
    XCTAssert(Thread.isMainThread)
    XCTAssertNil(container.resolve(Int.self, argument: 0))
    XCTAssertEqual(failures.all, [.tooDeep])
  }
}
