import FacetStatic
import Foundation

/// Builds the player of one song.
///
/// Its `resolve()` is generated while the target builds.
struct PlayerResolver: Resolver {
  typealias Output = Key.MusicPlayer

  enum Key {
    typealias MusicPlayer = Player
    typealias SongFile = URL
    typealias SongData = [UInt8]
    typealias Song = WaveFile
    typealias SongLoudness = Loudness
    typealias Lyrics = [String]
    typealias SongWaveform = Waveform
  }

  /// A stored property is as good as a function: it is where the player's input comes in.
  let songFile: Key.SongFile

  func player(
    _ song: Key.Song, loudness: Lazy<Key.SongLoudness>, lyrics: ThrowingLazy<Key.Lyrics, any Error>,
    waveform: AsyncLazy<Key.SongWaveform>
  ) -> Key.MusicPlayer {
    Player(song, loudness: loudness, lyrics: lyrics, waveform: waveform)
  }

  /// A configuration function: it runs when everything is built.
  func name(_ player: Key.MusicPlayer, after file: Key.SongFile) {
    player.title = file.deletingPathExtension().lastPathComponent
  }
}
