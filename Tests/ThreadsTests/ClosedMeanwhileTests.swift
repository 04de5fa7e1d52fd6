import Facet
import FacetTestSupport
import Testing

/// Resolves that meet a close: the reason is that the container is closed, never that something is missing.
@Suite(.serialized, .timeLimit(.minutes(20))) struct ClosedMeanwhileTests {
  private final class Tea: Sendable {}
  private final class Cup: Sendable { init(tea: Tea) {} }
  private final class Tray: Sendable { init(cup: Cup, teas: [Tea]) {} }

  private static let rounds = 10

  /// One way to ask for services; throws the reason, or says whether the service was there.
  enum Way: CaseIterable, Sendable {
    case plain, nested, initializer, forwarded, optional, nestedOptional, lazy, provider

    fileprivate func isServed(by container: Container) throws -> Bool {
      switch self {
      case .plain: _ = try container.require(Tea.self)
      case .nested: _ = try container.require(Cup.self)
      case .initializer: _ = try container.require(Tray.self)
      case .forwarded: _ = try container.require((any Sendable).self, name: "tea")
      case .optional: return try container.require(Tea?.self) != nil
      case .nestedOptional: return try container.require(Cup?.self) != nil
      case .lazy: _ = try container.require(Lazy<Tea>.self).require()
      case .provider: _ = try container.require(Provider<Cup>.self).require()
      }
      return true
    }
  }

  /// Who is asked, and who is closed.
  enum Family: CaseIterable, Sendable {
    case one, closedChild, closedParent, decorated

    fileprivate func make() -> (asked: Container, closed: Container) {
      let parent = Container()
      let tea = parent.register(Tea.self) { _ in Tea() }
      parent.forward((any Sendable).self, name: "tea", to: tea)
      let asked = self == .one ? parent : Container(parent: parent)
      asked.register(Cup.self) { r in Cup(tea: try r.require()) }
      asked.autoregister(Tray.self, initializer: Tray.init)
      if self == .decorated { parent.decorate(Tea.self) { _, tea in tea } }
      for container in [parent, asked] { container.failureHandler = { _ in } }
      return (asked, self == .closedChild ? asked : parent)
    }
  }

  /// No arrangement can bring the close between the steps of one resolve, so this closes often.
  @Test(arguments: Way.allCases, Family.allCases)
  func `a resolve while the container is closed says so`(_ way: Way, _ family: Family) {
    let surprises = Recorder<String>()
    for _ in 0..<Self.rounds {
      let (asked, closed) = family.make()
      let count = Counter()
      let run = ThreadRun {
        do {
          while try way.isServed(by: asked) { count.next() }
          surprises.add("nothing was there")
        } catch {
          if (error as? ResolutionError)?.code != .containerClosed { surprises.add("\(error)") }
        }
        return true
      }
      while count.value == 0, !run.isOver {}
      try? closed.close()
      #expect(run.result == true)
    }
    #expect(surprises.all == [])
  }

  @Test func `all services of a type are those that were there, or none`() {
    let surprises = Recorder<String>()
    for _ in 0..<Self.rounds {
      let parent = Container()
      let child = Container(parent: parent)
      let (count, failures) = (Counter(), Counter())
      parent.failureHandler = { error in
        failures.next()
        if error.code != .containerClosed { surprises.add("\(error)") }
      }
      for (number, container) in [parent, child].enumerated() {
        container.register(Tea.self, name: "\(number)") { _ in Tea() }
      }
      let run = ThreadRun {
        while child.resolveAll(Tea.self).count == 2 { count.next() }
        if failures.value == 0 { surprises.add("no reason") }
        return true
      }
      while count.value == 0, !run.isOver {}
      try? parent.close()
      #expect(run.result == true)
    }
    #expect(surprises.all == [])
  }
}
