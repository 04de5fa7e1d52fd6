import Testing

@testable import Facet

private final class Clock {}
private final class Owner {}
private final class House {
  init(owner: Owner, clock: Clock?, lazy: Lazy<Clock>, owners: [Owner], name: String) {}
}

/// What a recipe says about its needs, without a call of anything.
@Suite(.timeLimit(.minutes(20))) struct NeedTests {
  private let container = Container()

  private func words(_ needs: [Need]?) -> [String]? {
    needs?.map { need in
      switch need {
      case .service(let key): "service \(key)"
      case .all(let key): "all \(key)"
      case .argument(let type): "argument \(type)"
      }
    }
  }

  @Test func `an initializer's needs are its parameters, in order and as they are written`() {
    let entry = container.autoregister(argument: String.self, initializer: House.init)
    #expect(
      words(entry.record.recipe.needs) == [
        "service 'Owner'", "service 'Optional<Clock>'", "service 'Lazy<Clock>'", "all 'Owner'",
        "argument String",
      ])
  }

  @Test func `an initializer without parameters needs nothing`() {
    let entry = container.autoregister(Clock.self, initializer: Clock.init)
    #expect(words(entry.record.recipe.needs) == [])
  }

  @Test func `of a closure nobody knows`() {
    #expect(container.register(Clock.self) { Clock() }.record.recipe.needs == nil)
    #expect(container.register(Clock.self) { _ in Clock() }.record.recipe.needs == nil)
    #expect(container.register(Clock.self) { (_, _: Int) in Clock() }.record.recipe.needs == nil)
  }
}
