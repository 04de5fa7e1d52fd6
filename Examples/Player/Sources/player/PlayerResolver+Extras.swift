import Foundation

// MARK: - What is built only when it is asked for

extension PlayerResolver {
  func loudness(of song: Key.Song) -> Key.SongLoudness { Loudness(of: song) }

  /// The lyrics stand in a text file beside the song, if there are any.
  func lyrics(for file: Key.SongFile) throws -> Key.Lyrics {
    let text = file.deletingPathExtension().appendingPathExtension("txt")
    guard let lines = try? String(contentsOf: text, encoding: .utf8) else {
      throw LyricsProblem(name: text.lastPathComponent)
    }
    return lines.split(separator: "\n").map(String.init)
  }

  func waveform(of song: Key.Song) async -> Key.SongWaveform { await Waveform(of: song, width: 40) }
}

/// Why there are no lyrics.
struct LyricsProblem: Error, CustomStringConvertible {
  let name: String

  var description: String { "there is no \(name)" }
}
