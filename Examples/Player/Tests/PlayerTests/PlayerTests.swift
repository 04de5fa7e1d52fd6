import Foundation
import Testing

/// Runs the example as a user does, and reads what it prints.
@Suite(.timeLimit(.minutes(5))) final class PlayerTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("player-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func temporaryFile(_ name: String, _ bytes: [UInt8]) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return file.path
  }

  @Test func `The song that is shipped is reported on`() throws {
    let result = try Run([])
    #expect(
      result.output == """
        Refrain
          length    2.00 s at 8000 Hz
          channels  2 (stereo)
          loudness  -14.8 dBFS on average, -5.8 dBFS at most
          lyrics    Up we go, step by step, / and the last one rings.
          waveform  ▅▄▄▃▃▃▃▂▅▄▄▃▃▃▃▂▅▄▄▄▃▃▃▂▅▄▄▃▃▃▃▂▂▂▂▂▂▁▁▁

        """)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
  }

  @Test func `A song without lyrics is reported on, and says so`() throws {
    let file = try temporaryFile("Tone.wav", wave(samples: [16384, -16384, 16384, -16384]))
    let result = try Run([file])
    #expect(
      result.output == """
        Tone
          length    0.00 s at 8000 Hz
          channels  1 (mono)
          loudness  -6.0 dBFS on average, -6.0 dBFS at most
          lyrics    none (there is no Tone.txt)
          waveform  ▁▁▁▁▁▁▁▁▁▅▁▁▁▁▁▁▁▁▁▅▁▁▁▁▁▁▁▁▁▅▁▁▁▁▁▁▁▁▁▅

        """)
    #expect(result.exitCode == 0)
  }

  @Test func `A file that is no song is refused with its reason`() throws {
    let cases: [([UInt8], String)] = [
      (Array("RIFX".utf8), "it is not a WAV file: it does not begin with RIFF and WAVE"),
      (Array(wave(samples: [1, 2, 3]).dropLast()), "it ends in the middle of its 'data' chunk"),
      (Array(wave(samples: []).prefix(36)), "it has no 'data' chunk"),
      (wave(samples: [], bits: 24), "its samples are of format 1 with 24 bits, not PCM with 16"),
    ]
    for (bytes, reason) in cases {
      let file = try temporaryFile("Song.wav", bytes)
      let result = try Run([file])
      #expect(result.errors == "Cannot play '\(file)': \(reason).\n")
      #expect(result.output == "")
      #expect(result.exitCode == 1)
    }
  }

  @Test func `A file that is not there is refused`() throws {
    let result = try Run(["/nowhere/Song.wav"])
    #expect(result.errors == "Cannot play '/nowhere/Song.wav': it cannot be read.\n")
    #expect(result.exitCode == 1)
  }

  /// A WAV file of one channel.
  private func wave(samples: [Int16], bits: UInt16 = 16) -> [UInt8] {
    let data = samples.flatMap { little(UInt16(bitPattern: $0)) }
    let format =
      little(UInt16(1)) + little(UInt16(1)) + little(UInt32(8000)) + little(UInt32(16000))
      + little(UInt16(2)) + little(bits)
    let chunks =
      Array("fmt ".utf8) + little(UInt32(16)) + format + Array("data".utf8) + little(UInt32(data.count))
      + data
    return Array("RIFF".utf8) + little(UInt32(4 + chunks.count)) + Array("WAVE".utf8) + chunks
  }

  private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }
}
