import Facet
import FacetTestSupport
import Testing

private typealias Pipe = (stream: AsyncStream<Int>, continuation: AsyncStream<Int>.Continuation)
private struct Repository<Model>: Sendable {}
private struct User {}
private struct Order {}
private protocol Query<Row>: Sendable { associatedtype Row }
private struct Users: Query { typealias Row = User }

/// A registration whose type differs in what is easily overlooked is near.
@Suite(.timeLimit(.minutes(20))) struct RelativeTests {
  private let container = Container()

  init() {
    container.register(Pipe.self) { _ in AsyncStream.makeStream(of: Int.self) }
    container.register((@Sendable (String) -> String).self) { _ in { "hello \($0)" } }
    container.register(Repository<User>.self) { _ in Repository() }
    container.register((any Query<User>).self) { _ in Users() }
    container.register([Int].self) { _ in [] }
  }

  private func near<Service>(_ type: Service.Type) -> [ObjectIdentifier] {
    let error = #expect(throws: ResolutionError.self) { try container.require(type) }
    return error?.nearMisses.map { ObjectIdentifier($0.key.serviceType) } ?? []
  }

  @Test func `in the labels of a tuple`() {
    #expect(near((AsyncStream<Int>, AsyncStream<Int>.Continuation).self) == [ObjectIdentifier(Pipe.self)])
  }

  @Test func `in what may be called from anywhere`() {
    #expect(near(((String) -> String).self) == [ObjectIdentifier((@Sendable (String) -> String).self)])
  }

  @Test func `in generic arguments, also those of a protocol`() {
    #expect(near(Repository<Order>.self) == [ObjectIdentifier(Repository<User>.self)])
    #expect(near((any Query<Order>).self) == [ObjectIdentifier((any Query<User>).self)])
  }

  @Test func `but not in the elements of a list`() {
    #expect(near([String].self).isEmpty)
    #expect(near(User.self).isEmpty)
  }
}
