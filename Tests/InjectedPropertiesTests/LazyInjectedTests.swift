import Facet
import FacetTestSupport
import Testing

private final class Speaker: Sendable {}
private final class Player: @unchecked Sendable {
  @LazyInjected var speaker: Speaker
  @LazyInjected(name: "second") var second: Speaker
  @WeakLazyInjected var weak: Speaker?
}

/// Properties that resolve at first use.
@Suite(.timeLimit(.minutes(20))) struct LazyInjectedTests {
  private let container = Container()
  private let built = Counter()

  private func makePlayer() -> Player {
    container.register(Speaker.self) { [built] in
      built.next()
      return Speaker()
    }
    return Container.withMain(container) { Player() }
  }

  @Test func `a lazy property resolves at first use, and keeps the service`() {
    let player = makePlayer()
    #expect(player.$speaker.isEmpty)
    #expect(built.value == 0)
    let speaker = player.speaker
    #expect(player.speaker === speaker)
    #expect(!player.$speaker.isEmpty)
    #expect(built.value == 1)
  }

  @Test func `a lazy property is released and resolved anew`() {
    let player = makePlayer()
    let speaker = player.speaker
    player.$speaker.release()
    #expect(player.$speaker.isEmpty)
    #expect(player.speaker !== speaker)
  }

  @Test func `a lazy property that is released has left the cycle that built its object`() throws {
    container.register { Speaker() }
    container.register { Player() }
    container.register([Any].self) { r in [try r.require(Player.self), try r.require(Speaker.self)] }
    let both = try container.require([Any].self)
    let player = try #require(both[0] as? Player)
    let speaker = try #require(both[1] as? Speaker)
    #expect(player.speaker === speaker)
    player.$speaker.release()
    #expect(player.speaker !== speaker)
  }

  @Test func `a lazy property is replaced, before and after its first use`() {
    let player = makePlayer()
    let (first, second) = (Speaker(), Speaker())
    player.speaker = first
    #expect(player.speaker === first)
    player.speaker = second
    #expect(player.speaker === second)
    #expect(built.value == 0)
  }

  @Test func `copies of a structure share their lazy service`() {
    struct Room {
      @LazyInjected var speaker: Speaker
    }
    container.register(Speaker.self) { Speaker() }
    let room = Container.withMain(container) { Room() }
    let copy = room
    #expect(room.speaker === copy.speaker)
  }

  @Test func `many threads that read first get one service`() {
    for _ in 0..<50 {
      let player = makePlayer()
      let meeting = Meeting(of: 4)
      let runs = (0..<4).map { _ in
        ThreadRun { () -> Speaker in
          meeting.attend()
          return player.speaker
        }
      }
      let speakers = runs.compactMap(\.result)
      #expect(Set(speakers.map(ObjectIdentifier.init)).count == 1)
    }
    #expect(built.value == 50)
  }

  @Test func `threads read, replace and release at the same time`() {
    let player = makePlayer()
    let runs = (0..<4).map { thread in
      ThreadRun {
        for number in 0..<400 {
          switch (number + thread) % 4 {
          case 0: player.$speaker.release()
          case 1: player.speaker = Speaker()
          case 2: _ = player.weak
          default: _ = player.speaker
          }
        }
        return true
      }
    }
    #expect(runs.allSatisfy { $0.result == true })
  }

  @Test func `what is put in while the service is built stays`() {
    let fake = Speaker()
    let player = makePlayer()
    container.register(Speaker.self) { [unowned player] () -> Speaker in
      player.speaker = fake
      return Speaker()
    }
    #expect(player.speaker === fake)
    #expect(player.speaker === fake)
  }

  @Test func `a weak property holds its service as long as somebody else does`() {
    let player = makePlayer()
    #expect(player.$weak.isEmpty)
    var speaker = player.weak
    #expect(player.weak === speaker)
    #expect(built.value == 1)
    speaker = nil
    #expect(player.$weak.isEmpty)
    #expect(player.weak == nil)
    #expect(built.value == 1)
  }

  @Test func `a weak property resolves anew where that is asked for`() throws {
    let player = makePlayer()
    #expect(player.weak != nil)
    #expect(player.weak == nil)
    player.$weak.release()
    #expect(player.weak != nil)
    #expect(built.value == 2)
  }

  @Test func `a way back builds no second parent`() throws {
    final class Parent: Sendable {}
    final class Child: @unchecked Sendable {
      @WeakLazyInjected var parent: Parent?
    }
    let container = container
    container.register(Parent.self) { [built] in
      built.next()
      return Parent()
    }.inObjectScope(.weak)
    var parent: Parent? = container.resolve()
    let child = Container.withMain(container) { Child() }
    #expect(child.parent === parent)
    parent = nil
    let runs = (0..<2).map { _ in ThreadRun { child.parent == nil } }
    #expect(runs.allSatisfy { $0.result == true })
    #expect(built.value == 1)
  }

  @Test func `a weak property is replaced and released`() {
    let player = makePlayer()
    let speaker = Speaker()
    player.weak = speaker
    #expect(player.weak === speaker)
    player.$weak.release()
    #expect(player.$weak.isEmpty)
    player.weak = speaker
    #expect(player.weak === speaker)
    player.weak = nil
    #expect(player.weak == nil)
    #expect(built.value == 0)
  }

  @Test func `a weak property of a value resolves at each use`() {
    struct Clock {
      @WeakLazyInjected var time: Int?
    }
    let built = Counter()
    container.register(Int.self) { built.next() }
    let clock = Container.withMain(container) { Clock() }
    #expect(clock.time == 1)
    #expect(clock.time == 2)
    #expect(clock.$time.isEmpty)
  }

  @Test func `a lazy property keeps the main container of the task that made its object`() {
    let player = makePlayer()
    let name = Container.withMain(Container()) { player.speaker }
    #expect(name === player.speaker)
  }
}
