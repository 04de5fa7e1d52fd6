import Facet
import FacetTestSupport
import Foundation
import Testing

private final class Link: Sendable {
  let number: Int
  nonisolated(unsafe) var next: Link?
  init(_ number: Int, _ next: Link?) {
    self.number = number
    self.next = next
  }
}

private struct Row: Sendable {
  let cells = (0, 0, 0, 0, 0, 0, 0, 0)
}
/// Larger than what a forward has room for on the stack.
private struct Wide: Numbered {
  var number = 0
  let row = Row()
}
/// So large that a resolve has no room for it on the stack.
private struct Large: Sendable {
  var number = 0
  let upper = (Row(), Row(), Row(), Row(), Row(), Row(), Row(), Row())
  let lower = (Row(), Row(), Row(), Row(), Row(), Row(), Row(), Row())
  let rest = (Row(), Row())
}
private protocol Numbered: Sendable { var number: Int { get } }

/// Long chains and legal recursion.
@Suite(.timeLimit(.minutes(20))) struct DepthTests {
  private let container = Container()

  @Test func `a chain of 1,000 services resolves on a thread with 8 MB`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      for scope in [ObjectScope.graph, .transient, .container, .weak] {
        let container = Container()
        for number in 0..<1000 {
          container.register(Link.self, name: "\(number)") { r in
            Link(number, number == 0 ? nil : r.resolve(Link.self, name: "\(number - 1)"))
          }.inObjectScope(scope)
        }
        onThread {
          var (link, count) = (container.resolve(Link.self, name: "999"), 0)
          let first = link
          while let current = link {
            guard current.number == 999 - count else { fatalError("wrong order") }
            count += 1
            link = current.next
          }
          guard count == 1000 else { fatalError("wrong count") }
          unlink(first)
        }
      }
    }
  }

  @Test func `a chain of 1,000 inferred or required services resolves on a thread with 8 MB`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let container = Container()
      for number in 1..<1000 {
        container.register(Int.self, name: "\(number)") { r in
          number.isMultiple(of: 2)
            ? try r.require(Int.self, name: "\(number - 1)") + 1 : r.resolve(name: "\(number - 1)") + 1
        }
      }
      container.register(Int.self, name: "0") { 0 }
      onThread {
        guard container.resolve(Int.self, name: "999") == 999 else { fatalError("wrong number") }
      }
    }
  }

  @Test func `the main container of a task is the same at every depth of a chain`() {
    let (container, main) = (container, Container())
    main.register(Int.self, name: "main") { 7 }
    for number in 1..<1000 {
      container.register(Int.self, name: "\(number)") { r in try r.require(Int.self, name: "\(number - 1)") }
    }
    container.register(Int.self, name: "0") { Container.main === main ? 7 : -1 }
    let numbers = Recorder<Int>()
    onThread {
      Container.withMain(main) { numbers.add(container.resolve(Int.self, name: "999") ?? -2) }
    }
    #expect(numbers.all == [7])
  }

  @Test func `a chain of 500 services on the main actor stays on it`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      await MainActor.run {
        let container = Container()
        for number in 1..<500 {
          container.register(Int.self, name: "\(number)") { r in
            try MainActor.assumeIsolated { try r.require(Int.self, name: "\(number - 1)") }
          }
        }
        container.register(Int.self, name: "0") { MainActor.assumeIsolated { 7 } }
        guard container.resolve(Int.self, name: "499") == 7 else { fatalError("not found") }
      }
    }
  }

  @Test func `an endless recursion is an error, and no overflow`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let container = Container()
      container.register(Int.self) { (r, number: Int) in try r.require(Int.self, argument: number + 1) }
      onThread {
        let failures = Recorder<ResolutionError.Code>()
        container.failureHandler = { failures.add($0.code) }
        guard container.resolve(Int.self, argument: 0) == nil, failures.all == [.tooDeep] else {
          fatalError("\(failures.all)")
        }
        container.register { 3 }
        guard container.resolve(Int.self) == 3 else { fatalError("not found") }
      }
    }
  }

  @Test func `chains of 500 large values resolve on a thread with 8 MB`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      for scope in [ObjectScope.graph, .container] {
        let container = Container()
        for number in 1...500 {
          container.register(Large.self, name: "\(number)") { r in
            Large(number: try r.require(Large.self, name: "\(number - 1)").number + 1)
          }.inObjectScope(scope)
          container.register(Wide.self, name: "\(number)") { r in
            Wide(number: try r.require(Numbered.self, name: "\(number - 1)").number + 1)
          }.inObjectScope(scope).implements(Numbered.self, name: "\(number)")
        }
        container.register(Large.self, name: "0") { Large() }
        container.register(Wide.self, name: "0") { Wide() }.implements(Numbered.self, name: "0")
        onThread {
          guard container.resolve(Large.self, name: "500")?.number == 500 else { fatalError("large") }
          guard container.resolve(Numbered.self, name: "500")?.number == 500 else { fatalError("wide") }
        }
      }
    }
  }

  @Test func `an endless recursion of large values is an error, and no overflow`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let container = Container()
      container.register(Large.self) { (r, number: Int) in try r.require(Large.self, argument: number + 1) }
      container.register(Wide.self) { (r, number: Int) in
        Wide(number: try r.require(Numbered.self, argument: number + 1).number)
      }.implements(Numbered.self)
      onThread {
        let failures = Recorder<ResolutionError.Code>()
        container.failureHandler = { failures.add($0.code) }
        _ = container.resolve(Large.self, argument: 0)
        _ = container.resolve(Numbered.self, argument: 0)
        guard failures.all == [.tooDeep, .tooDeep] else { fatalError("\(failures.all)") }
      }
    }
  }

  @Test func `a missing service at the end of a long chain has a short path`() {
    let container = container
    for number in 0..<30 {
      container.register(Int.self, name: "\(number)") { r in try r.require(Int.self, name: "\(number + 1)") }
    }
    let error = #expect(throws: ResolutionError.self) { try container.require(Int.self, name: "0") }
    #expect(error?.path.count == 31)
    #expect(
      error?.description.split(separator: "\n")[1].description
        == "  Path:     Int \"0\" → Int \"1\" → Int \"2\" → Int \"3\" → Int \"4\" → Int \"5\" → Int \"6\" → Int \"7\" → "
        + "Int \"8\" → Int \"9\" → Int \"10\" → Int \"11\" → (8 more) → Int \"20\" → Int \"21\" → Int \"22\" → "
        + "Int \"23\" → Int \"24\" → Int \"25\" → Int \"26\" → Int \"27\" → Int \"28\" → Int \"29\" → Int \"30\""
    )
  }

  @Test(arguments: [ObjectScope.graph, .transient])
  func `recursion with arguments that get smaller is legal`(scope: ObjectScope) throws {
    container.register(Link.self) { (r, number: Int) in
      Link(number, number == 0 ? nil : r.resolve(Link.self, argument: number - 1))
    }.inObjectScope(scope)
    var link: Link? = try container.require(Link.self, argument: 200)
    var numbers: [Int] = []
    while let current = link {
      numbers.append(current.number)
      link = current.next
    }
    #expect(numbers == (0...200).reversed())
  }

  @Test func `recursion of two services with arguments that get smaller is legal`() throws {
    container.register(Bool.self, name: "even") { (r, number: Int) in
      number == 0 ? true : try r.require(Bool.self, name: "odd", argument: number - 1)
    }
    container.register(Bool.self, name: "odd") { (r, number: Int) in
      number == 0 ? false : try r.require(Bool.self, name: "even", argument: number - 1)
    }
    #expect(try container.require(Bool.self, name: "even", argument: 100))
    #expect(try !container.require(Bool.self, name: "even", argument: 101))
  }

  @Test func `many services in one cycle are each built once`() throws {
    let built = Counter()
    for number in 0..<500 {
      container.register(Link.self, name: "\(number)") { r in
        built.next()
        let below = [number - 1, number - 2].filter { $0 >= 0 }
        return Link(number, below.map { r.resolve(Link.self, name: "\($0)")! }.first)
      }
    }
    _ = try container.require(Link.self, name: "499")
    #expect(built.value == 500)
  }
}

/// Takes a chain apart, whose release would recurse.
private func unlink(_ first: Link?) {
  var link = first
  while let current = link {
    link = current.next
    current.next = nil
  }
}

/// Runs `body` on a thread with a stack of 8 MB.
private func onThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = 8 << 20
  thread.start()
  done.wait()
}
