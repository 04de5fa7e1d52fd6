import Facet
import FacetInspection
import FacetTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct VerificationTests {
  private let container = Container()

  @Test func `an empty container has no problem`() throws {
    let report = container.verify()
    try report.check()
    #expect(report.description == "Checked 0 of 0 entries: no problem.")
  }

  @Test(arguments: [false, true])
  func `a closed container is a problem, and the only one`(isOfChild: Bool) async throws {
    container.register(Tea.self) { _ in Tea() }
    let child = Container(parent: container)
    try container.close(fileID: "Shop/Main.swift", line: 9)
    let target = isOfChild ? child : container
    let expected = """
      Checked 0 of 0 entries: 1 problem.

      1. The container is closed.

        Closed:   at Shop/Main.swift:9

      To fix this, do one of:
        • Close the container later: something still used it.
        • Make a new container. A closed one stays closed.
      """
    let options: (inout VerificationOptions) -> Void = {
      $0.arguments(for: Tea.self, 1)
      $0.skip(Cup.self)
    }
    #expect(target.verify(options).problems.map(\.kind) == [.containerClosed])
    let error = #expect(throws: VerificationError.self) { try target.verify(options).check() }
    #expect(error?.description == expected)
    let awaited = await target.verifyAsync(options)
    #expect(awaited.description == expected)
  }

  @Test func `each factory and each completion runs once, whoever asks for the service, also if it fails`()
    throws
  {
    let runs = Recorder<String>()
    container.register(Tea.self) { _ in
      runs.add("tea")
      return Tea()
    }.inObjectScope(.transient).initCompleted { _, _ in runs.add("completion") }
    container.register(Price.self) { _ in
      runs.add("price")
      return Price(cents: 3)
    }
    container.register(Cup.self) { r in Cup((try r.require(Tea.self), try r.require(Price.self))) }
    container.register(Shop.self) { r in
      Shop(try r.require(Tea.self), try r.require(Cup.self), try r.require(Price.self))
    }
    try container.verify().check()
    #expect(runs.all.sorted() == ["completion", "price", "tea"])
    container.register(Tea.self, name: "dear") { _ -> Tea in
      runs.add("dear")
      throw NoStock()
    }
    for name in ["a", "b"] {
      container.register(Cup.self, name: name) { r in Cup(try r.require(Tea.self, name: "dear")) }
    }
    let error = #expect(throws: VerificationError.self) { try container.verify().check() }
    #expect(runs.all.count { $0 == "dear" } == 1 && error?.description == "\(container.verify())")
    #expect(container.verify().problems.map(\.kind) == [.failedFactory])
  }

  @Test func `what a child overrides is checked in the parent, for what the parent keeps`() {
    let child = Container(parent: container)
    container.register(Tea.self) { _ -> Tea in throw NoStock() }
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }.inObjectScope(.container)
    child.register(Tea.self) { _ in Tea() }
    let report = child.verify()
    #expect(report.problems.map(\.kind) == [.failedFactory])
    #expect(report.problems[0].entries.map(\.key.description) == ["'Cup'"])
  }

  @Test func `arguments are given by the type and the name of the key, or of a forward`() throws {
    let sizes = Recorder<Int>()
    container.register(Tea.self) { (_: any Resolver, size: Int) in
      sizes.add(size)
      return Tea()
    }
    container.register(GreenTea.self, name: "green") { (_: any Resolver, size: Int) in
      sizes.add(size)
      return GreenTea()
    }.implements((any Hot).self)
    let report = container.verify {
      $0.arguments(for: Tea.self, 7)
      $0.arguments(for: (any Hot).self, 8)
    }
    try report.check()
    #expect(report.unchecked.isEmpty)
    #expect(sizes.all == [7, 8])
  }

  @Test func `a factory runs once for equal arguments, of who asks and of those that are given`() throws {
    let sizes = Recorder<Int>()
    for name in ["a", "b"] {
      container.register(Cup.self, name: name) { r in Cup(try r.require(Tea.self, argument: 3)) }
    }
    container.register(Tea.self) { (r: any Resolver, size: Int) in
      sizes.add(size)
      if size > 2 { _ = try r.require(Tea.self, argument: size - 1) }
      return Tea()
    }
    try container.verify {
      for size in [1, 2, 3] { $0.arguments(for: Tea.self, size) }
    }.check()
    #expect(sizes.all == [3, 2, 1])
  }

  @Test func `each completion runs once, also if it leads to the same service with other arguments`() throws {
    let steps = Recorder<String>()
    container.register(Tea.self) { (_: any Resolver, _: Int) in Tea() }
      .initCompleted { r, _ in
        steps.add("first")
        _ = r.resolve(Tea.self, argument: 2)
      }
      .initCompleted { _, _ in steps.add("second") }
    try container.verify { $0.arguments(for: Tea.self, 1) }.check()
    #expect(steps.all == ["first", "first", "second", "second"])
  }

  @Test func `an instance stands in for a factory that must not run`() throws {
    let water = Water()
    container.register(Water.self) { _ -> Water in fatalError("opens a connection") }
    container.register(Cup.self) { r in Cup(try r.require(Water.self)) }
    let report = container.verify { $0.use(water) }
    try report.check()
    #expect(report.unchecked.isEmpty)
  }

  @Test func `what is skipped is not run, each under its name, or by a forwarded key`() throws {
    for name in ["hot", nil] {
      container.register(Water.self, name: name) { _ -> Water in fatalError("opens a connection") }
    }
    container.register(Tea.self) { _ -> Tea in fatalError("opens a connection") }.implements((any Drink).self)
    let report = container.verify {
      $0.skip(Water.self)
      $0.skip(Water.self, name: "hot")
      $0.skip((any Drink).self)
    }
    try report.check()
    #expect(report.unchecked.map(\.reason) == ["skipped", "skipped", "skipped"])
  }

  @Test func `what resolves all of a type needs each of them`() throws {
    container.register(Tea.self, name: "green") { _ in Tea() }
    container.register(Tea.self, name: "black") { _ in Tea() }
    container.register(Shop.self) { r in Shop(r.resolveAll(Tea.self)) }
    let report = container.verify()
    try report.check()
    #expect(report.unreached.map(\.key.description) == ["'Shop'"])
    #expect(report.graph.edges.count == 2)
  }

  @Test func `factories may register, reset and verify in turn`() throws {
    container.register(Tea.self) { _ in Tea() }
    container.register(Cup.self) { r in
      guard let copy = r as? Container else { throw NoStock() }
      copy.register(Water.self) { _ in Water() }
      copy.resetObjectScope(.container)
      try copy.verify { $0.skip(Cup.self) }.check()
      return Cup(try r.require(Water.self))
    }
    try container.verify().check()
    #expect(!container.hasAnyRegistration(of: Water.self))
  }

  @Test func `others resolve and register while a container is verified`() throws {
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.container)
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
    let container = container
    let threads = (0..<3).map { number in
      ThreadRun {
        for turn in 0..<200 {
          _ = container.resolve(Cup.self)
          container.register(Leaf.self, name: "\(number)") { _ in Leaf() }
          if turn % 20 == 0 { container.resetObjectScope(.container) }
        }
        return true
      }
    }
    for _ in 0..<20 { #expect(container.verify().problems.allSatisfy { $0.kind == .duplicate }) }
    #expect(threads.allSatisfy { $0.result == true })
  }

  @Test func `a factory that stops the program says before what was missing`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Cup.self) { r in Cup(r.resolve(Tea.self)!) }
      _ = container.verify()
    }
    let text = try errorOutput(result)
    #expect(text.contains("No registration matches 'Tea'."))
    #expect(text.contains("Path:    Cup → Tea"))
  }
}
