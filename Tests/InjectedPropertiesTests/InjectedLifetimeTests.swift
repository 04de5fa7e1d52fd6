import Facet
import FacetTestSupport
import Testing

private final class Speaker: Sendable {}
private final class Player: @unchecked Sendable {
  @Injected var eager: Speaker
  @OptionalInjected var optional: Speaker?
  @LazyInjected var speaker: Speaker
  @WeakLazyInjected var weak: Speaker?
}

/// Injected properties keep what they must, and make no circle with the container.
@Suite(.timeLimit(.minutes(20))) struct InjectedLifetimeTests {
  static let lasting: [ObjectScope] = [.container, .session]
  /// `nil` where the object is made by hand for the container.
  static let passing: [ObjectScope?] = [.transient, .graph, .weak, nil]

  private func makeContainer(_ scope: ObjectScope) -> Container {
    let container = Container()
    container.register(Speaker.self) { Speaker() }
    container.register(Player.self) { Player() }.inObjectScope(scope)
    return container
  }

  @Test(arguments: passing) func `a lazy property keeps its container as long as its object lives`(
    scope: ObjectScope?
  ) async throws {
    var container: Container? = makeContainer(scope ?? .graph)
    weak let seen = container
    var player =
      scope == nil ? Container.withMain(container!) { Player() } : try container?.require(Player.self)
    container = nil
    #expect(seen != nil)
    #expect(player?.speaker != nil)
    player = nil
    #expect(await isReleased { seen })
  }

  @Test(arguments: lasting)
  func `neither a service that its container keeps nor an object without lazy properties keeps the container`(
    scope: ObjectScope
  ) async throws {
    final class Radio {
      @Injected var speaker: Speaker
      @OptionalInjected var other: Speaker?
    }
    var container: Container? = makeContainer(scope)
    weak let seen = container
    let player = try #require(try container?.require(Player.self))
    let radio = Container.withMain(container!) { Radio() }
    container = nil
    #expect(await isReleased { seen })
    #expect(radio.other != nil && player.weak == nil)
    player.speaker = Speaker()
    #expect(!player.$speaker.isEmpty)
  }

  private final class Track: @unchecked Sendable {
    @WeakLazyInjected var speaker: Speaker?
    @LazyInjected var lasting: Speaker
    let log: Recorder<Bool>
    let isUsedBefore: Bool
    init(_ log: Recorder<Bool>, isUsedBefore: Bool) { (self.log, self.isUsedBefore) = (log, isUsedBefore) }
    // What was there may be there still.
    deinit { log.add(speaker == nil || isUsedBefore) }
  }

  @Test(arguments: [false, true])
  func `a weak property is nil for a closed container, as for one that is gone`(
    isUsedBefore: Bool
  ) async throws {
    let log = Recorder<Bool>()
    var child: Container?
    for way in 0..<3 {
      let container = Container()
      container.register(Speaker.self) { _ in Speaker() }.inObjectScope(.container)
      container.register(Track.self) { _ in Track(log, isUsedBefore: isUsedBefore) }.inObjectScope(.container)
      let track = try container.require(Track.self)
      if isUsedBefore { #expect(track.speaker != nil) }
      // Also one whose parent is closed, and in the middle of a close.
      child = Container(parent: container)
      let other = Container.withMain(child!) { Track(log, isUsedBefore: isUsedBefore) }
      switch way {
      case 0: try container.close()
      case 1: try await container.closeAsync()
      default:
        container.register(Int.self) { _ in 1 }.inObjectScope(.container)
          .onClose { _ in log.add(other.speaker == nil && (track.speaker == nil || isUsedBefore)) }
        _ = container.resolve(Int.self)
        try container.close()
      }
      #expect(track.speaker == nil)
      #expect(other.speaker == nil)
      #expect(track.$speaker.isEmpty)
      // What is assigned stays.
      let own = Speaker()
      other.speaker = own
      #expect(other.speaker === own)
      other.speaker = nil
    }
    #expect(!log.all.contains(false))
    withExtendedLifetime(child) {}
  }

  @Test func `arguments and released services go`() async throws {
    final class Argument: Sendable {}
    final class Holder {
      @LazyInjected var speaker: Speaker
      init(_ argument: Argument) { _speaker = LazyInjected(argument: argument) }
    }
    let container = Container()
    container.register(Speaker.self) { (_, _: Argument) in Speaker() }
    var argument: Argument? = Argument()
    weak let seenArgument = argument
    var holder: Holder? = Container.withMain(container) { Holder(argument!) }
    argument = nil
    #expect(seenArgument != nil)
    var speaker = holder?.speaker
    weak let seenSpeaker = speaker
    speaker = nil
    #expect(seenSpeaker != nil)
    holder?.$speaker.release()
    #expect(await isReleased { seenSpeaker })
    holder = nil
    #expect(await isReleased { seenArgument })
  }
}
