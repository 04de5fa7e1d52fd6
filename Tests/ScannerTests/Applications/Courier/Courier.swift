import Swinject

protocol Clock {}
struct Wall: Clock {}
final class Search<C: Clock> {
  init(clock: C) {}
}

protocol View {}
protocol Presenter {}
final class Screen: View, Presenter {
  init(_ view: View) {}
}

final class Page {
  init(_ title: String) {}
}

final class Parcel {}

struct Parts: Assembly {
  func assemble(container: Container) {
    container.register(Search.self) { _ in Search(clock: Wall()) }
    container.register(Presenter.self) { (_, view: View) in Screen(view) }
    container.register(Screen.self) { (r, output: View) in
      let output = r.resolve(Presenter.self, argument: output)!
      return output as! Screen
    }
    container.register(Page.self) { (_, title: String) in Page(title) }
    container.register(Parcel.self) { _ in Parcel() }
  }
}

final class Maker {
  private let resolver = Assembler([Parts()]).resolver

  func make<T, Input>(_ type: T.Type, input: Input? = nil) -> T {
    guard let input else { return resolver.resolve(type)! }
    return resolver.resolve(type, argument: input)!
  }

  func search() -> Search<Wall> { resolver.resolve(Search<Wall>.self)! }

  func show(_ view: View) -> Screen {
    if let view = view as? Screen { print(view) }
    return resolver.resolve(Screen.self, argument: view)!
  }
}

func deliver(_ maker: Maker, _ view: View) {
  print(maker.make(Page.self, input: "Tea"), maker.make(Parcel.self), maker.search(), maker.show(view))
}
