import Facet
import FacetTestSupport
import Testing

/// Services that need each other, and are given up while they are built: whoever gets one has a whole, and all others have the same.
@Suite(.timeLimit(.minutes(20))) struct ResetInACircleTests {
  /// What gives up the services of a scope.
  enum Reset: CaseIterable, Sendable {
    case scope, type, close, child, otherThread

    fileprivate func callAsFunction(_ container: Container, _ scope: ObjectScope) throws {
      switch self {
      case .scope: container.resetObjectScope(scope)
      case .type: container.resetObjectScope(scope, serviceType: Node.self)
      case .close: try container.close(scope)
      case .child: Container(parent: container).resetObjectScope(scope)
      case .otherThread: #expect(ThreadRun { container.resetObjectScope(scope) }.result != nil)
      }
    }
  }

  private static let ending: [ObjectScope] = [.container, .scoped, .session]
  static let scopes = ending + [.weak]

  /// A ring of services, of which one is given up by a completion, some times.
  private final class Ring: Sendable {
    let container = Container()
    let scopes: [ObjectScope]
    let times: Int
    let (made, ended, resets) = (Counter(), Counter(), Counter())

    init(
      _ scopes: [ObjectScope], at position: Int = 0, times: Int = 1,
      reset: @escaping @Sendable (Container) throws -> Void
    ) {
      (self.scopes, self.times) = (scopes, times)
      let (made, ended, resets) = (made, ended, resets)
      for (number, scope) in scopes.enumerated() {
        let next = "\((number + 1) % scopes.count)"
        let resetHere = { @Sendable [unowned container] in
          if number == position, resets.next() <= times { try reset(container) }
        }
        container.register(Node.self, name: "\(number)") { _ in
          made.next()
          return Node()
        }.inObjectScope(scope).initCompleted { r, node in
          try resetHere()
          node.next = try r.require(Node.self, name: next)
          node.isComplete = true
        }.onClose { _ in ended.next() }
      }
    }

    func node(_ number: Int = 0) throws -> Node { try container.require(Node.self, name: "\(number)") }

    /// Checks that what the container keeps is one whole, and that all that was made ends once.
    func expectOrder(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
      // Until the completion resets nothing any more.
      for _ in 0...times { _ = try node() }
      let node = try node()
      #expect(node.isRing(of: scopes.count), comment, sourceLocation: sourceLocation)
      #expect(try self.node() === node, comment, sourceLocation: sourceLocation)
      if !scopes.contains(where: { $0 === ObjectScope.graph || $0 === ObjectScope.transient }) {
        #expect(try self.node(1) === node.next, comment, sourceLocation: sourceLocation)
      }
      try container.close()
      // What other scopes give belongs to whoever asked.
      let ends = scopes.allSatisfy { scope in ResetInACircleTests.ending.contains { $0 === scope } }
      if ends { #expect(ended.value == made.value, comment, sourceLocation: sourceLocation) }
    }
  }

  /// A circle of so many, the place where it is reset, and how often.
  static let circles: [(count: Int, position: Int, times: Int)] = [
    (2, 0, 1), (3, 0, 1), (3, 1, 1), (2, 1, 1), (3, 2, 1), (2, 0, 2), (3, 0, 2),
  ]

  @Test(arguments: scopes, Reset.allCases)
  func `a circle that is given up while it is built is its caller's as a whole, and ends`(
    scope: ObjectScope, reset: Reset
  ) throws {
    for circle in Self.circles {
      let scopes = Array(repeating: scope, count: circle.count)
      let ring = Ring(scopes, at: circle.position, times: circle.times) { try reset($0, scope) }
      let comment: Comment = "\(scope), \(reset), \(circle)"
      let node = try ring.node()
      #expect(node.isRing(of: circle.count) && ring.made.value == circle.count, comment)
      if scope !== ObjectScope.weak { #expect(ring.ended.value == circle.count, comment) }
      #expect(try ring.node() !== node && ring.made.value == 2 * circle.count, comment)
      try ring.expectOrder(comment)
    }
  }

  @Test(arguments: scopes, scopes + [.graph, .transient])
  func `a circle over two scopes, of which one is reset`(scope: ObjectScope, other: ObjectScope) throws {
    for times in 1...2 {
      for position in 0...1 {
        for isOther in [false, true] {
          let ring = Ring([scope, other], at: position, times: times) {
            $0.resetObjectScope(isOther ? other : scope)
          }
          let comment: Comment = "\(scope), \(other), \(times), \(position), \(isOther)"
          #expect(try ring.node().isRing(of: 2), comment)
          try ring.expectOrder(comment)
        }
      }
    }
  }

  @Test(arguments: scopes)
  func `a thread that asks after the reset has the whole that is kept`(scope: ObjectScope) throws {
    let stop = Stop()
    let ring = Ring([scope, scope]) { _ in stop.halt() }
    let first = ThreadRun { try? ring.node() }
    #expect(stop.waitForArrival())
    ring.container.resetObjectScope(scope)
    let node = try #require(ThreadRun { try? ring.node() }.result ?? nil)
    #expect(node.isRing(of: 2))
    stop.release()
    #expect(first.result != nil)
    #expect(try ring.node() === node)
    try ring.expectOrder("\(scope)")
  }
}
