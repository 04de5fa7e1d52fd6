import Facet
import Testing

/// Services of every size and kind come out of a factory as it made them, however many arguments it takes.
@Suite(.timeLimit(.minutes(20))) struct FactoryShapeTests {
  private let container = Container(defaultObjectScope: .transient)

  private func check<Service>(_ service: Service, isEqual: (Service, Service) -> Bool) {
    nonisolated(unsafe) let service = service
    container.register(Service.self) { _ in service }
    var found = [container.resolve(Service.self)]
    container.register(Service.self) { service }
    found.append(container.resolve(Service.self))
    container.register(Service.self) { (_: any Resolver, _: Int) in service }
    found.append(container.resolve(Service.self, argument: 1))
    container.register(Service.self) { (_: any Resolver, _: Int, _: String) in service }
    found.append(container.resolve(Service.self, arguments: 1, "one"))
    container.registerNonisolated(Service.self) { _ in service }
    found.append(container.resolve(Service.self))
    container.register(Service.self) { _ in service }.inObjectScope(.container)
    found += [container.resolve(Service.self), container.resolve(Service.self)]
    let areEqual = found.map { $0.map { isEqual($0, service) } }
    #expect(areEqual == Array(repeating: true, count: 7), "\(Service.self)")
  }

  private func check<Service: Equatable>(_ service: Service) { check(service, isEqual: ==) }

  @Test func `numbers, texts, tuples, and nothing`() {
    check(true)
    check(UInt8(200))
    check(Int32.min)
    check(-1)
    check(1.5)
    check("a")
    check("a text that is too long to be kept in place")
    check(Substring("a part"))
    check([1, 2, 3])
    check(SIMD8<Double>(repeating: 0.5))
    check((1, "one"), isEqual: ==)
    check((), isEqual: ==)
    check(Never?.none)
  }

  @Test func `structures of one word up to more than there is room for`() {
    check(Pair(first: Int32(1), second: true))
    check(Pair(first: "long enough to be counted by reference", second: 3))
    let four = Pair(first: "first, long enough to be counted", second: "second, long enough as well")
    let five = Pair(first: four, second: 5)
    check(four)
    check(five)
    check(Pair(first: five, second: 6))
    check(Pair(first: five, second: true))
    check(Empty())
  }

  @Test func `objects, and protocols that they are seen through`() {
    let part = Part()
    check(part, isEqual: ===)
    check(part as any Sized, isEqual: { $0.size == $1.size })
    check(part as any ObjectSized, isEqual: ===)
    check(part as any Sized & ObjectSized, isEqual: ===)
    check(part as AnyObject, isEqual: ===)
    check(4 as any Sized, isEqual: { $0.size == $1.size })
    check(Pair(first: Pair(first: "a", second: "b"), second: 6) as any Sized, isEqual: { $0.size == $1.size })
    check(part as Any, isEqual: { $0 as? Part === $1 as? Part })
    check(Failure() as any Error, isEqual: { $0 as? Failure == $1 as? Failure })
  }

  @Test func `closures, metatypes, and what cannot be moved as bytes`() {
    let part = Part()
    check(Watching(part: part), isEqual: { $0.part === part && $1.part === part })
    check({ 5 } as @Sendable () -> Int, isEqual: { $0() == $1() })
    check(Part.self as Part.Type, isEqual: ==)
    check(Part.self as any Sized.Type, isEqual: ==)
  }
}

private protocol Sized {
  var size: Int { get }
}

private protocol ObjectSized: AnyObject {}

private final class Part: Sized, ObjectSized, Sendable {
  let size = 7
}

extension Int: Sized {
  fileprivate var size: Int { self }
}

private struct Pair<First: Equatable, Second: Equatable>: Equatable, Sized {
  let first: First
  let second: Second

  var size: Int { second as? Int ?? 0 }
}

private struct Empty: Equatable {}

private struct Watching {
  weak var part: Part?
}

private struct Failure: Error, Equatable {}
