public import Facet
import FacetTesting
import Testing

struct Tea: Sendable {
  var name: String
}

extension Container: @retroactive AutoRegistering {
  /// Called for the container of every test.
  public static func registerAllServices() {
    register { Tea(name: "black") }.inObjectScope(.container)
    register { Pot(tea: resolve()) }.inObjectScope(.container)
  }
}

final class Pot: Sendable {
  let tea: Tea
  init(tea: Tea) { self.tea = tea }
}

/// The services of the application, anew for every test.
@Suite(.container, .timeLimit(.minutes(20))) struct IsolatedTests {
  @Test(arguments: 1...3) func `A test has the services of the application, and none of another test`(
    number: Int
  ) {
    #expect((Container.resolve() as Pot).tea.name == "black")
    #expect(!Container.main.hasAnyRegistration(of: Int.self))
    Container.register { number }
  }

  @Test(.container { $0.register { Tea(name: "green") } })
  func `An override reaches them`() {
    #expect((Container.resolve() as Pot).tea.name == "green")
  }

  @Test(.container(.empty)) func `An empty container has none`() {
    #expect(!Container.main.hasAnyRegistration(of: Pot.self))
  }
}
