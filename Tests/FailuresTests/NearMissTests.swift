import Facet
import FacetTestSupport
import Testing

private class Water {}
private final class Soda: Water {}
private typealias Pipe = (stream: AsyncStream<Int>, continuation: AsyncStream<Int>.Continuation)
private struct Repository<Model>: Sendable {}
private struct User {}
private struct Order {}
private protocol Query<Row>: Sendable { associatedtype Row }
private struct Users: Query { typealias Row = User }

/// Which registrations are near, and what the message proposes for them.
@Suite(.timeLimit(.minutes(20))) struct NearMissTests {
  private let container = Container()

  @Test func `a subclass, which is to be forwarded under the name that was asked for`() {
    container.register(Soda.self, name: "cold") { _ in Soda() }
    let error = container.reason(for: Water.self, name: "hot")
    #expect(error.near == ["'Soda' named \"cold\""])
    #expect(error.remedies?.first == "Forward a registration above: .implements(Water.self, name: \"hot\")")
  }

  @Test func `neither a superclass nor a type that conforms`() {
    container.register(Water.self) { _ in Water() }
    container.register(Tea.self) { _ in Tea() }
    #expect(container.reason(for: Soda.self).near == [])
    #expect(container.reason(for: (any Drink).self).near == [])
  }

  @Test func `another name, or none, and a name and arguments that are left out where nothing near has them`()
  {
    container.register(Tea.self) { _ in Tea() }
    #expect(container.reason(for: Tea.self, name: "green").remedies?.first == "Leave out the name.")
    #expect(container.reason(for: Tea.self, 1).remedies?.first == "Leave out the arguments.")
    container.register(Tea.self, name: "black") { _ in Tea() }
    let error = container.reason(for: Tea.self, name: "green")
    #expect(error.near == ["'Tea'", "'Tea' named \"black\""])
    #expect(error.remedies?.first == "Ask for the name of a registration above.")
  }

  @Test func `the most similar of many names`() {
    for name in ["oolong", "black", "white", "gren", "red"] {
      container.register(Tea.self, name: name) { _ in Tea() }
    }
    #expect(
      container.reason(for: Tea.self, name: "green").near?.first == "'Tea' named \"gren\"")
  }

  @Test func `one that differs in more than one part is left out where others differ in less`() {
    container.register(Tea.self, name: "black") { (_, _: Double) in Tea() }
    let error = container.reason(for: Tea.self, name: "green", 3)
    #expect(error.near == ["'Tea' named \"black\" with arguments (Double)"])
    #expect(
      error.remedies?.prefix(1) == [
        "Ask for the name and the arguments of a registration above: Tea.self, name: \"black\", argument: …"
      ])
    container.register(Tea.self, name: "black") { (_, _: Int) in Tea() }
    #expect(
      container.reason(for: Tea.self, name: "green", 3).near == ["'Tea' named \"black\" with arguments (Int)"]
    )
  }

  @Test func `an optional of the type, which is to be unwrapped`() {
    container.register { Optional(Tea()) }
    let error = container.reason(for: Tea.self)
    #expect(error.near == ["'Tea?'"])
    #expect(error.remedies?.first == "Unwrap the optional in the factory of a registration above.")
  }

  @Test func `what is wrapped, for wrappers in wrappers`() {
    container.register(Tea.self, name: "black") { _ in Tea() }
    let texts = [
      container.reason(for: Tea.self), container.reason(for: Lazy<Tea>.self),
      container.reason(for: Provider<Lazy<Tea>>.self), container.reason(for: Lazy<Provider<Lazy<Tea>>>.self),
    ].map { $0?.description }
    #expect(Set(texts).count == 1)
  }

  // MARK: - What is easily overlooked

  private func near<Service>(_ type: Service.Type) -> [ObjectIdentifier]? {
    container.register(Pipe.self) { _ in AsyncStream.makeStream(of: Int.self) }
    container.register((@Sendable (String) -> String).self) { _ in { "hello \($0)" } }
    container.register(Repository<User>.self) { _ in Repository() }
    container.register((any Query<User>).self) { _ in Users() }
    container.register([Int].self) { _ in [] }
    return container.reason(for: type)?.nearMisses.map { ObjectIdentifier($0.key.serviceType) }
  }

  @Test func `in the labels of a tuple, and in what may be called from anywhere`() {
    #expect(near((AsyncStream<Int>, AsyncStream<Int>.Continuation).self) == [ObjectIdentifier(Pipe.self)])
    #expect(near(((String) -> String).self) == [ObjectIdentifier((@Sendable (String) -> String).self)])
  }

  @Test func `in generic arguments, also those of a protocol, but not in the elements of a list`() {
    #expect(near(Repository<Order>.self) == [ObjectIdentifier(Repository<User>.self)])
    #expect(near((any Query<Order>).self) == [ObjectIdentifier((any Query<User>).self)])
    #expect(near([String].self) == [])
    #expect(near(User.self) == [])
  }

  // MARK: - Parents and children

  @Test func `a parent's, and a child's as long as that lives`() {
    container.register(Tea.self, name: "black") { _ in Tea() }
    let child = Container(parent: container)
    do {
      let grandchild = Container(parent: child)
      grandchild.register(Tea.self) { _ in Tea() }
      #expect(container.reason(for: Tea.self).near == ["'Tea' named \"black\"", "'Tea'"])
    }
    #expect(child.reason(for: Tea.self).near == ["'Tea' named \"black\""])
  }

  @Test func `a child's that differs, which is nothing to resolve from there`() {
    let child = Container(parent: container)
    child.register(Tea.self) { _ in Tea() }
    let error = container.reason(for: Tea.self, name: "green")
    #expect(error.near == ["'Tea'"])
    #expect(
      error.remedies == ["Register it: container.register(Tea.self, name: \"green\") { resolver in … }"])
  }
}
