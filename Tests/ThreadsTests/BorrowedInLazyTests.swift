import Facet
import FacetTestSupport
import Testing

/// A service of graph scope that takes what another thread completes, where that waits for it over a `Lazy`.
@Suite(.timeLimit(.minutes(20))) struct BorrowedInLazyTests {
  final class Shop: @unchecked Sendable {
    // Unchecked: set in the completion, and when no other thread uses it any more.
    var menu: Menu?
  }

  final class Menu: Sendable {
    let shop: Shop
    init(_ shop: Shop) { self.shop = shop }
  }

  /// What the test holds, and lets go of.
  final class Held: @unchecked Sendable {
    // Unchecked: emptied when no thread uses it any more.
    var container: Container? = Container()
    var lazy: Lazy<Menu>?
  }

  @Test func `a thread does not keep what it took half-built`() async throws {
    let held = Held()
    let (completing, done) = (Stop(), Stop())
    held.container?.register(Menu.self) { r in Menu(try r.require()) }
    held.container?.register(Shop.self) { _ in Shop() }.inObjectScope(.container)
      .initCompleted { [unowned held] _, shop in
        completing.halt()
        shop.menu = try? held.lazy?.require()
      }
    held.lazy = try held.container?.require()
    let shop = ThreadRun { (try? held.container?.require(Shop.self)) != nil }
    completing.waitForArrival()
    // It has the turn of the lazy and waits for the shop. It lives on, and builds nothing else.
    let menu = ThreadRun {
      let isThere = (try? held.lazy?.require()) != nil
      done.halt()
      return isThere
    }
    #expect(menu.rests)
    completing.release()
    #expect(shop.result == true)
    done.waitForArrival()
    weak let seen = try held.container?.require(Shop.self)
    let isWhole = seen?.menu?.shop === seen
    #expect(isWhole)
    seen?.menu = nil
    (held.lazy, held.container) = (nil, nil)
    #expect(await isReleased { seen })
    done.release()
    #expect(menu.result == true)
  }
}
