import FacetStatic
import Foundation

/// Says what there is to hear.
final class Player {
  private let song: WaveFile
  private let loudness: Lazy<Loudness>
  private let lyrics: ThrowingLazy<[String], any Error>
  private let waveform: AsyncLazy<Waveform>
  /// Shown above the rest; set while the player is configured.
  var title = "untitled"

  init(
    _ song: WaveFile, loudness: Lazy<Loudness>, lyrics: ThrowingLazy<[String], any Error>,
    waveform: AsyncLazy<Waveform>
  ) {
    self.song = song
    self.loudness = loudness
    self.lyrics = lyrics
    self.waveform = waveform
  }

  /// What the player knows about its song.
  ///
  /// The lazies are built here and not before.
  func report() async -> String {
    let channels =
      song.channels.count == 1
      ? "1 (mono)" : song.channels.count == 2 ? "2 (stereo)" : "\(song.channels.count)"
    return """
      \(title)
        length    \(decimal(song.length, places: 2)) s at \(song.sampleRate) Hz
        channels  \(channels)
        loudness  \(decimal(loudness.average, places: 1)) dBFS on average, \(decimal(loudness.peak, places: 1)) dBFS at most
        lyrics    \(lyricsText())
        waveform  \(await waveform.picture)
      """
  }

  private func lyricsText() -> String {
    do {
      return try lyrics.value.joined(separator: " / ")
    } catch {
      return "none (\(error))"
    }
  }

  private func decimal(_ value: Double, places: Int) -> String {
    String(format: "%.\(places)f", value)
  }
}
