import Facet
import FacetSwiftUI
import SwiftUI

struct Unsaved: Error {}

@MainActor func checkChildren() async {
  let log = Log()
  let parent = Container()
  parent.failureHandler = { error in log.add("\(error.code)") }
  let isShown = Changing(true)
  var (seen, registrations): ([Container], Int) = ([], 0)
  let screen = Screen {
    if isShown.value {
      VStack {
        ModelView<String> { $0 }
        VStack {
          ContainerView { seen.append($0) }
          ModelView<Int> { "\($0)" }
        }
        .childContainer { container in
          container.register(Int.self) { _ in 1 }.inObjectScope(.container).onClose { _ in log.add("inner") }
        }
      }
      .childContainer { container in
        registrations += 1
        container.register(String.self) { _ in "outer" }.inObjectScope(.container)
          .onClose { _ in
            MainActor.assertIsolated()
            log.add("main")
          }
          .onClose { _ in
            await Task.yield()
            log.add("awaited")
          }
          .onClose { _ in throw Unsaved() }
      }
      .container(parent)
    }
  }
  check("views resolve from their children", screen.draw() == ["outer", "container", "1"])
  check("which are made once", screen.draw() == ["outer", "container", "1"] && registrations == 1)
  let (inner, outer) = (seen[0], seen[0].parent)
  check("they nest", inner === seen[1] && outer?.parent === parent)
  check("the parent has nothing of them", !parent.hasAnyRegistration(of: String.self))

  seen = []
  isShown.value = false
  screen.draw()
  while log.all.count < 4 { await Task.yield() }
  check(
    "when the view is gone, they end, and failures are reported",
    log.all.filter { $0 != "inner" } == ["awaited", "main", "endFailed"])
  check(
    "each is closed, and the parent is not", inner.isClosed && outer?.isClosed == true && !parent.isClosed)
}

@MainActor func checkSamples() {
  let shop = Container { Assembler(container: $0).apply(assembly: ShopAssembly()) }
  let screen = Screen {
    ShopView()
      .childContainer { $0.register(Basket.self) { _ in Basket() }.inObjectScope(.container) }
      .container(shop)
  }
  check("the shop is shown", screen.draw() == ["0 things; today: tea", ""])
  screen.press("Add")
  screen.press("Next")
  screen.write("TEA", to: "Coupon")
  check("and changes", screen.isStale && screen.draw() == ["1 things; today: coffee", "TEA"])

  let number = Changing(1)
  let pages = Screen { PageView(number: number.value).id(number.value).container(shop) }
  check("a view hands an argument over", pages.draw() == ["Page 1"])
  number.value = 2
  check("and another one with another identity", pages.draw() == ["Page 2"])
}

@MainActor func checkPreviews() {
  check(
    "a preview has the services of the application", Screen(preview).draw() == ["0 things; today: tea", ""])

  func signs(_ word: String) -> Screen {
    Screen(
      Preview(traits: .container { $0.register(ShopName.self) { _ in ShopName(word: word) } }) {
        ModelView<ShopSign> { $0.name.word }
      })
  }
  let (first, second) = (signs("first"), signs("second"))
  check("its own reach factories that ask the main container", first.draw() == ["first"])
  check("a preview that is drawn again has the same container", first.draw() == ["first"])
  check("the next one has its own", second.draw() == ["second"])
  check("which is the main container now", Container.main.resolve(ShopName.self)?.word == "second")
}
