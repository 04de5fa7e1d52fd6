import Facet
import FacetTestSupport
import Testing

private final class Speaker: Sendable {}
private final class Player: @unchecked Sendable {
  @LazyInjected var speaker: Speaker
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

  @Test func `a lazy property resolves at first use from its container, keeps that, and is released`() {
    let player = makePlayer()
    #expect(player.$speaker.isEmpty && built.value == 0)
    let speaker = Container.withMain(Container()) { player.speaker }
    #expect(player.speaker === speaker && !player.$speaker.isEmpty && built.value == 1)
    player.$speaker.release()
    #expect(player.$speaker.isEmpty && player.speaker !== speaker)
    // Copies of a structure share theirs.
    struct Room { @LazyInjected var speaker: Speaker }
    let rooms = Array(repeating: Container.withMain(container) { Room() }, count: 2)
    #expect(rooms[0].speaker === rooms[1].speaker)
  }

  @Test func `a lazy property that is released has left the cycle that built its object`() throws {
    _ = makePlayer()
    container.register { Player() }
    container.register((Player, Speaker).self) { r in (try r.require(), try r.require()) }
    let (player, speaker) = try container.require((Player, Speaker).self)
    #expect(player.speaker === speaker)
    player.$speaker.release()
    #expect(player.speaker !== speaker)
  }

  @Test func `lazy and weak properties are replaced, before and after their first use`() {
    let player = makePlayer()
    let (first, second) = (Speaker(), Speaker())
    for speaker in [first, second] {
      player.speaker = speaker
      #expect(player.speaker === speaker)
      player.weak = speaker
      #expect(player.weak === speaker)
    }
    player.$weak.release()
    #expect(player.$weak.isEmpty)
    player.weak = nil
    #expect(player.weak == nil)
    #expect(built.value == 0)
  }

  @Test func `many threads that read first get one service`() {
    for _ in 0..<50 {
      let (player, meeting) = (makePlayer(), Meeting(of: 4))
      let runs = (0..<4).map { _ in
        ThreadRun { () -> Speaker in
          meeting.attend()
          return player.speaker
        }
      }
      #expect(Set(runs.compactMap(\.result).map(ObjectIdentifier.init)).count == 1)
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
    let (fake, player) = (Speaker(), makePlayer())
    container.register(Speaker.self) { [unowned player] () -> Speaker in
      player.speaker = fake
      return Speaker()
    }
    #expect([player.speaker, player.speaker].allSatisfy { $0 === fake })
  }

  @Test func `a weak property holds its service as long as somebody else does, and builds no second one`() {
    let player = makePlayer()
    #expect(player.$weak.isEmpty)
    var speaker = player.weak
    #expect(player.weak === speaker && built.value == 1)
    speaker = nil
    #expect(player.$weak.isEmpty && player.weak == nil)
    #expect(ThreadRun { player.weak == nil }.result == true)
    #expect(built.value == 1)
    // Unless that is asked for.
    player.$weak.release()
    #expect(player.weak != nil && built.value == 2)
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
}
