import Foundation

// MARK: - Reading the song

extension PlayerResolver {
  func songData(from file: Key.SongFile) throws -> Key.SongData {
    do {
      return Array(try Data(contentsOf: file))
    } catch {
      throw SongProblem(file: file, reason: "it cannot be read")
    }
  }

  func song(_ data: Key.SongData, from file: Key.SongFile) throws -> Key.Song {
    do {
      return try WaveFile(data)
    } catch {
      throw SongProblem(file: file, reason: "\(error)")
    }
  }
}

/// Why a file cannot be played.
struct SongProblem: Error, CustomStringConvertible {
  let file: URL
  let reason: String

  var description: String { "Cannot play '\(file.path)': \(reason)." }
}
