import Facet
import FacetTestSupport
import Testing

/// Services of every size and kind come out of a factory as it made them, however many arguments it takes.
@Suite(.timeLimit(.minutes(20))) struct FactoryShapeTests {
  private let container = Container(defaultObjectScope: .transient)

  private func check<Service>(_ service: Service, isEqual: (Service, Service) -> Bool) {
    nonisolated(unsafe) let service = service
    container.register(Service.self) { _ in service }
    #expect(container.resolve(Service.self).map { isEqual($0, service) } == true)
    container.register(Service.self) { service }
    #expect(container.resolve(Service.self).map { isEqual($0, service) } == true)
    container.register(Service.self) { (_: any Resolver, _: Int) in service }
    #expect(container.resolve(Service.self, argument: 1).map { isEqual($0, service) } == true)
    container.register(Service.self) { (_: any Resolver, _: Int, _: String) in service }
    #expect(container.resolve(Service.self, arguments: 1, "one").map { isEqual($0, service) } == true)
    container.registerNonisolated(Service.self) { _ in service }
    #expect(container.resolve(Service.self).map { isEqual($0, service) } == true)
    container.register(Service.self) { _ in service }.inObjectScope(.container)
    #expect(container.resolve(Service.self).map { isEqual($0, service) } == true)
    #expect(container.resolve(Service.self).map { isEqual($0, service) } == true)
  }

  private func check<Service: Equatable>(_ service: Service) { check(service, isEqual: ==) }

  @Test func `numbers and texts`() {
    check(true)
    check(UInt8(200))
    check(Int32.min)
    check(-1)
    check(1.5)
    check("a")
    check("a text that is too long to be kept in place")
    check(Substring("a part"))
    check([1, 2, 3])
    check(SIMD4<Float>(1, 2, 3, 4))
  }

  @Test func `structures of one word up to more than there is room for`() {
    check(Packed(number: 1, flag: true))
    check(Three(text: "long enough to be counted by reference", number: 3))
    check(Four(first: "first, long enough to be counted", second: "second, long enough to be counted"))
    check(Five(four: Four(first: "first", second: "second, long enough to be counted"), number: 5))
    check(Six(five: Five(four: Four(first: "first", second: "second"), number: 5), number: 6))
    check(Odd(five: Five(four: Four(first: "first", second: "second"), number: 5), flag: true))
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
    check(Six(five: Five(four: Four(first: "a", second: "b"), number: 5), number: 6) as any Sized) {
      $0.size == $1.size
    }
    check(part as Any, isEqual: { $0 as? Part === $1 as? Part })
    check(Failure.first as any Error, isEqual: { $0 as? Failure == $1 as? Failure })
  }

  @Test func `what cannot be moved as bytes`() {
    let part = Part()
    check(Watching(part: part), isEqual: { $0.part === part && $1.part === part })
  }

  @Test func `closures and metatypes`() throws {
    check({ 5 } as @Sendable () -> Int, isEqual: { $0() == $1() })
    check(Part.self as Part.Type, isEqual: ==)
    check(Part.self as any Sized.Type, isEqual: ==)
  }

  @Test func `arguments keep their places, however many and however they are aligned`() throws {
    typealias Text = Told<String>
    container.register(Text.self) { (_, a: UInt8) in Text("\(a)") }
    container.register(Text.self) { (_, a: UInt8, b: Int) in Text("\(a) \(b)") }
    container.register(Text.self) { (_, a: UInt8, b: Int, c: Bool) in Text("\(a) \(b) \(c)") }
    container.register(Text.self) { (_, a: UInt8, b: Int, c: Bool, d: String) in Text("\(a) \(b) \(c) \(d)") }
    container.register(Text.self) { (_, a: UInt8, b: Int, c: Bool, d: String, e: Int16) in
      Text("\(a) \(b) \(c) \(d) \(e)")
    }
    container.register(Text.self) { (_, a: UInt8, b: Int, c: Bool, d: String, e: Int16, f: any Sized) in
      Text("\(a) \(b) \(c) \(d) \(e) \(f.size)")
    }
    let text = "text, long enough to be counted"
    #expect(container.resolve(Text.self, argument: UInt8(1))?.value == "1")
    #expect(container.resolve(Text.self, arguments: UInt8(1), 2)?.value == "1 2")
    #expect(container.resolve(Text.self, arguments: UInt8(1), 2, true)?.value == "1 2 true")
    #expect(container.resolve(Text.self, arguments: UInt8(1), 2, true, text)?.value == "1 2 true \(text)")
    #expect(
      container.resolve(Text.self, arguments: UInt8(1), 2, true, text, Int16(5))?.value
        == "1 2 true \(text) 5")
    #expect(
      container.resolve(Text.self, arguments: UInt8(1), 2, true, text, Int16(5), 6 as any Sized)?.value
        == "1 2 true \(text) 5 6")
  }

  @Test func `a factory that throws leaves nothing behind`() {
    container.register(Part.self) { _ in throw Failure.first }
    container.register(Part.self) { (_, size: Int) in throw Failure.second }
    container.register((any Sized).self) { throw Failure.first }
    container.register(Six.self) { _ in throw Failure.second }
    func reason<Service>(_ resolve: () throws -> Service) -> Failure? {
      do {
        _ = try resolve()
        return nil
      } catch {
        return (error as? ResolutionError)?.underlyingError as? Failure
      }
    }
    #expect(reason { try container.require(Part.self) } == .first)
    #expect(reason { try container.require(Part.self, argument: 1) } == .second)
    #expect(reason { try container.require((any Sized).self) } == .first)
    #expect(reason { try container.require(Six.self) } == .second)
  }

  @Test func `what a factory holds and makes goes with the container`() async {
    weak var kept: Part?
    weak var made: Part?
    do {
      let part = Part()
      kept = part
      let container = Container()
      container.register(Told<Part>.self) { _ in Told(part) }
      container.register(Told<Part>.self) { (_, other: Part) in Told(other) }
      let other = Part()
      made = container.resolve(Told<Part>.self, argument: other)?.value
      #expect(made === other)
      #expect(container.resolve(Told<Part>.self)?.value === part)
    }
    #expect(await isReleased { kept })
    #expect(await isReleased { made })
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

private final class Told<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

private struct Packed: Equatable {
  let number: Int32
  let flag: Bool
}

private struct Three: Equatable {
  let text: String
  let number: Int
}

private struct Four: Equatable {
  let first: String
  let second: String
}

private struct Five: Equatable {
  let four: Four
  let number: Int
}

private struct Six: Equatable, Sized {
  let five: Five
  let number: Int

  var size: Int { number }
}

private struct Odd: Equatable {
  let five: Five
  let flag: Bool
}

private struct Empty: Equatable {}

private struct Watching {
  weak var part: Part?
}

private enum Failure: Error {
  case first
  case second
}
