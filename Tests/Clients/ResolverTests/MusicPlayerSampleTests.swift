import FacetStatic
import Foundation
import Testing

/// The first resolver of the documentation: a player needs song data.
///
/// Its `resolve()` comes from the plugin, which is on this test target as it would be on any other.
final class SampleAudioPlayer {
  let data: Data

  init(data: Data) throws {
    guard !data.isEmpty else { throw Silence() }
    self.data = data
  }

  struct Silence: Error {}
}

struct PlayerResolver: Resolver {
  enum Key {
    typealias MusicPlayer = SampleAudioPlayer
    typealias SongData = Data
  }

  typealias Output = Key.MusicPlayer

  let bytes: [UInt8]

  func resolvePlayer(songData: Key.SongData) throws -> Key.MusicPlayer {
    try SampleAudioPlayer(data: songData)
  }
}

/// Functions may stand in extensions.
extension PlayerResolver {
  func resolveSongData() -> Key.SongData { Data(bytes) }
}

/// A key may have the name of its type, if the module is written in front.
struct DateResolver: Resolver {
  enum Key {
    typealias Date = Foundation.Date
  }

  typealias Output = Key.Date

  func date() -> Key.Date { Foundation.Date(timeIntervalSince1970: 0) }
}

@Suite(.timeLimit(.minutes(20))) struct MusicPlayerSampleTests {
  @Test func `The player is built of its song data`() throws {
    let player = try PlayerResolver(bytes: [1, 2, 3]).resolve()
    #expect(player.data == Data([1, 2, 3]))
  }

  @Test func `An error of a function is thrown by resolve`() {
    #expect(throws: SampleAudioPlayer.Silence.self) { try PlayerResolver(bytes: []).resolve() }
  }

  @Test func `A key of the same name as its type is resolved`() {
    #expect(DateResolver().resolve() == Foundation.Date(timeIntervalSince1970: 0))
  }
}
