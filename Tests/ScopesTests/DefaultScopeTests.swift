import Facet
import FacetTestSupport
import Testing

private final class Tea: Sendable {}
private final class Cup: Sendable {}
private final class Pot: Sendable {}

extension ObjectScope {
  fileprivate static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
}

/// The scope of entries for which none is said.
@Suite(.timeLimit(.minutes(20))) struct DefaultScopeTests {
  private let container = Container()

  @Test func `it is graph scope, or what the container was made with`() {
    #expect(container.defaultObjectScope === ObjectScope.graph)
    #expect(Container(defaultObjectScope: .weak).defaultObjectScope === ObjectScope.weak)
  }

  @Test func `a change holds for what is registered from then on`() {
    container.register(Tea.self) { _ in Tea() }
    container.defaultObjectScope = .container
    #expect(container.defaultObjectScope === ObjectScope.container)
    container.register(Cup.self) { _ in Cup() }
    container.register(Pot.self) { _ in Pot() }.inObjectScope(.transient)
    #expect(container.resolve(Tea.self) !== container.resolve(Tea.self))
    #expect(container.resolve(Cup.self) === container.resolve(Cup.self))
    #expect(container.resolve(Pot.self) !== container.resolve(Pot.self))
    container.defaultObjectScope = .transient
    container.register(Tea.self) { _ in Tea() }
    #expect(container.resolve(Tea.self) !== container.resolve(Tea.self))
    #expect(container.resolve(Cup.self) === container.resolve(Cup.self))
  }

  @Test func `of a custom scope each entry has a storage of its own`() {
    container.defaultObjectScope = .session
    container.register(Tea.self) { _ in Tea() }
    container.register(Cup.self) { _ in Cup() }
    let (tea, cup) = (container.resolve(Tea.self), container.resolve(Cup.self))
    #expect(tea != nil && tea === container.resolve(Tea.self))
    #expect(cup != nil && cup === container.resolve(Cup.self))
    container.resetObjectScope(.session, serviceType: Tea.self)
    #expect(tea !== container.resolve(Tea.self))
    #expect(cup === container.resolve(Cup.self))
  }

  @Test func `copies and layers have it, and children do not`() {
    container.defaultObjectScope = .container
    let copies = [container.copy(), container.overriding { $0.register(Tea.self) { _ in Tea() } }]
    for copy in copies {
      #expect(copy.defaultObjectScope === ObjectScope.container)
    }
    #expect(copies[1].resolve(Tea.self) === copies[1].resolve(Tea.self))
    #expect(Container(parent: container).defaultObjectScope === ObjectScope.graph)
  }

  @Test func `threads may change it while others register`() {
    let threads = (0..<4).map { [container] number in
      ThreadRun {
        for turn in 0..<500 {
          container.defaultObjectScope = turn.isMultiple(of: 2) ? .container : .session
          container.register(Tea.self, name: "\(number)") { _ in Tea() }
          let tea = container.resolve(Tea.self, name: "\(number)")
          guard tea != nil, tea === container.resolve(Tea.self, name: "\(number)") else { return false }
        }
        return true
      }
    }
    for thread in threads { #expect(thread.result == true) }
  }
}
