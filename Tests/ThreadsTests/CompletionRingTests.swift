import Facet
import FacetTestSupport
import Foundation
import Testing

/// A circle over initialisers and a completion, which one thread builds from any end, is built by several as well.
@Suite(.timeLimit(.minutes(20))) struct CompletionRingTests {
  final class A: Sendable {
    let x: X
    init(_ x: X) { self.x = x }
  }
  final class X: @unchecked Sendable {
    var b: B?
  }
  final class B: Sendable {
    let a: A
    init(_ a: A) { self.a = a }
  }

  enum Member: String, CaseIterable, Sendable {
    case a, x, b
  }

  /// Registers an A that needs an X, whose completion needs a B, which needs the A.
  ///
  /// The first visits of `members` wait for one another.
  private func makeContainer(meeting members: [Member]) -> Container {
    let (container, meeting) = (Container(), NamedMeeting(of: members.count))
    @Sendable func visit(_ member: Member) {
      if members.contains(member) { meeting.attend(member.rawValue) }
    }
    container.register(A.self) { r in
      visit(.a)
      return A(try r.require(X.self))
    }.inObjectScope(.container)
    container.register(X.self) { _ in X() }
      .initCompleted { r, x in
        visit(.x)
        x.b = r.resolve(B.self)
      }.inObjectScope(.container)
    container.register(B.self) { r in
      visit(.b)
      return B(try r.require(A.self))
    }.inObjectScope(.container)
    return container
  }

  private func resolve(_ member: Member, from container: Container) throws -> X {
    switch member {
    case .a: try container.require(A.self).x
    case .x: try container.require(X.self)
    case .b: try container.require(B.self).a.x
    }
  }

  @Test(arguments: [[Member.a, .b], [.x, .b], [.a, .x], [.a, .x, .b]])
  func `threads that begin at several ends build one circle`(members: [Member]) throws {
    let container = makeContainer(meeting: members)
    let (found, errors) = (Recorder<X>(), Recorder<String>())
    concurrently(members.count) { index in
      do { found.add(try resolve(members[index], from: container)) } catch { errors.add("\(error)") }
    }
    #expect(errors.all == [])
    let (a, x, b) = (
      try container.require(A.self), try container.require(X.self), try container.require(B.self)
    )
    #expect(a.x === x)
    #expect(x.b === b)
    #expect(b.a === a)
    #expect(found.all.count == members.count)
    #expect(found.all.allSatisfy { $0 === x })
  }
}
