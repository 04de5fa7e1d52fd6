import Facet
import FacetTestSupport
import Testing

private final class Client: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private struct Desk: Sendable { let client: Client }

/// Copies that are made while other threads register, change and resolve.
@Suite(.timeLimit(.minutes(20))) struct OverrideThreadTests {
  @Test func `overriding copies are made while the original changes, and none sees another's fakes`() {
    let parent = Container()
    parent.register(Client.self) { _ in Client(-1) }.implements(AnyObject.self)
    parent.register(Desk.self) { r in Desk(client: r.resolve(Client.self)!) }.inObjectScope(.container)
    let child = Container(parent: parent)
    let meeting = Meeting(of: 6)
    let writers = (0..<2).map { writer in
      ThreadRun {
        meeting.attend()
        for number in 0..<200 {
          parent.register(Client.self) { _ in Client(-1) }.implements(AnyObject.self).inObjectScope(
            .container)
          child.register(Int.self, name: "\(writer) \(number)") { number }
          child.unregister(Int.self, name: "\(writer) \(number - 2)")
        }
        return true
      }
    }
    let copies = (0..<4).map { thread in
      ThreadRun {
        meeting.attend()
        return (0..<100).allSatisfy { number in
          let mine = thread * 1000 + number
          let overriding = child.overriding { $0.register(Client.self) { _ in Client(mine) } }
          return overriding.resolve(Desk.self)?.client.number == mine
            && (overriding.resolve(AnyObject.self) as? Client)?.number == mine
            && parent.resolve(Desk.self)?.client.number == -1
        }
      }
    }
    #expect(writers.allSatisfy { $0.result == true })
    #expect(copies.allSatisfy { $0.result == true })
  }
}
