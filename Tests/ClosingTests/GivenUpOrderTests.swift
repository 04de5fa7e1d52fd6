import Facet
import FacetTestSupport
import Testing

/// What one call gives up ends in the order of a close.
@Suite(.timeLimit(.minutes(20))) struct GivenUpOrderTests {
  private final class Part: Sendable {
    let number: Int
    let needed: Part?
    init(_ number: Int, _ needed: Part?) { (self.number, self.needed) = (number, needed) }
  }
  private struct Head: Sendable { let parts: Lazy<Part> }

  /// What gives up all services of a scope.
  enum Call: CaseIterable, Sendable {
    case removeAll, reset, resetOfType, close, closeAsync, closeContainer

    fileprivate func callAsFunction(_ container: Container, _ scope: ObjectScope) async throws {
      switch self {
      case .removeAll: container.removeAll()
      case .reset: container.resetObjectScope(scope)
      case .resetOfType: container.resetObjectScope(scope, serviceType: Part.self)
      case .close: try container.close(scope)
      case .closeAsync: try await container.closeAsync(scope)
      case .closeContainer: try container.close()
      }
    }
  }

  private let container = Container()
  private let ended = Recorder<Int>()

  /// Registers so many parts in a container, of which each needs the one before, and builds the last.
  private func build(
    _ numbers: Range<Int>, in scope: ObjectScope, on container: Container, isAwaited: Bool = false
  ) throws {
    for number in numbers { register(number, in: scope, on: container, isAwaited: isAwaited) }
    _ = try container.require(Part.self, name: "\(numbers.upperBound - 1)")
  }

  private func register(
    _ number: Int, in scope: ObjectScope, on container: Container, isAwaited: Bool = false
  ) {
    let entry = container.register(Part.self, name: "\(number)") { r in
      Part(number, number == 0 ? nil : try r.require(name: "\(number - 1)"))
    }.inObjectScope(scope)
    guard isAwaited, number.isMultiple(of: 3) else {
      entry.onClose { [ended] part in ended.add(part.number) }
      return
    }
    entry.onClose { [ended] part in
      await letOthersRun()
      ended.add(part.number)
    }
  }

  @Test(arguments: [ObjectScope.container, .scoped, .session], Call.allCases)
  func `a service ends before those that it needs`(scope: ObjectScope, call: Call) async throws {
    try build(0..<20, in: scope, on: container)
    try await call(container, scope)
    #expect(ended.all == (0..<20).reversed())
  }

  /// A reset of a child reaches its parents.
  @Test(
    arguments: [ObjectScope.container, .scoped, .session], [Call.reset, .resetOfType, .close, .closeAsync])
  func `so does a child's before those of its parents`(scope: ObjectScope, call: Call) async throws {
    var line = [container]
    for level in 0..<3 {
      try build(level * 5..<level * 5 + 5, in: scope, on: line[level])
      line.append(Container(parent: line[level]))
    }
    try await call(line[3], scope)
    // Each container has scoped services of its own, also those that its parents register.
    let all = scope === ObjectScope.scoped ? [15, 10, 5] : [15]
    #expect(ended.all == all.flatMap { (0..<$0).reversed() })
  }

  @Test(arguments: [Call.removeAll, .reset, .close])
  func `what a lazy gave ends later`(call: Call) async throws {
    let ended = ended
    for number in 0...1 { register(number, in: .container, on: container) }
    container.register(Head.self) { r in Head(parts: try r.require(name: "0")) }.inObjectScope(.container)
      .onClose { _ in ended.add(100) }
    let head = try container.require(Head.self)
    _ = try container.require(Part.self, name: "1")
    _ = head.parts.instance
    try await call(container, .container)
    #expect(ended.all == [1, 100, 0])
  }

  @Test func `with actions that must be awaited, too`() async throws {
    for call in Call.allCases where call != .close && call != .closeContainer {
      for scope in [ObjectScope.container, .scoped, .session] {
        let (container, before) = (Container(), ended.all.count)
        try build(0..<10, in: scope, on: container, isAwaited: true)
        try await call(container, scope)
        try await container.closeAsync()
        #expect(Array(ended.all.dropFirst(before)) == (0..<10).reversed(), "\(call) of \(scope)")
      }
    }
  }

  @Test(arguments: [ObjectScope.container, .scoped, .session])
  func `scoped services of several containers end in one order, when their entry goes`(scope: ObjectScope)
    throws
  {
    let ended = ended
    container.register(Int.self) { _, number in number }.inObjectScope(.scoped).onClose { ended.add($0) }
    let children = (0..<6).map { _ in Container(parent: container) }
    for (number, child) in children.enumerated() {
      _ = try child.require(Int.self, argument: number)
    }
    container.unregister(Int.self, arguments: Int.self)
    #expect(ended.all == [5, 4, 3, 2, 1, 0])
    withExtendedLifetime(children) {}
  }
}
