/// Sound as it stands in a WAV file: samples from -1 to 1, one list for each channel.
struct WaveFile {
  let sampleRate: Int
  let channels: [[Float]]

  /// What keeps a file from being played.
  enum Problem: Error, CustomStringConvertible {
    case notAWaveFile
    case truncated(chunk: String)
    case missing(chunk: String)
    case unsupported(format: Int, bits: Int)

    var description: String {
      switch self {
      case .notAWaveFile: "it is not a WAV file: it does not begin with RIFF and WAVE"
      case .truncated(let chunk): "it ends in the middle of its '\(chunk)' chunk"
      case .missing(let chunk): "it has no '\(chunk)' chunk"
      case .unsupported(let format, let bits):
        "its samples are of format \(format) with \(bits) bits, not PCM with 16"
      }
    }
  }

  /// Decodes the bytes of a file.
  init(_ bytes: [UInt8]) throws(Problem) {
    guard bytes.count >= 12, Self.name(in: bytes, at: 0) == "RIFF", Self.name(in: bytes, at: 8) == "WAVE"
    else {
      throw .notAWaveFile
    }
    let chunks = try Self.chunks(of: bytes)
    guard let format = chunks["fmt "] else { throw .missing(chunk: "fmt ") }
    guard let data = chunks["data"] else { throw .missing(chunk: "data") }
    guard format.count >= 16 else { throw .truncated(chunk: "fmt ") }
    let start = format.startIndex
    let (code, bits) = (Self.number(bytes, start, 2), Self.number(bytes, start + 14, 2))
    let channelCount = Self.number(bytes, start + 2, 2)
    sampleRate = Self.number(bytes, start + 4, 4)
    guard code == 1, bits == 16, channelCount > 0, sampleRate > 0 else {
      throw .unsupported(format: code, bits: bits)
    }

    let frameCount = data.count / (2 * channelCount)
    channels = (0..<channelCount).map { channel in
      (0..<frameCount).map { frame in
        let sample = Self.number(bytes, data.startIndex + 2 * (frame * channelCount + channel), 2)
        return Float(Int16(truncatingIfNeeded: sample)) / 32768
      }
    }
  }

  /// How long the sound lasts, in seconds.
  var length: Double { Double(channels[0].count) / Double(sampleRate) }

  /// Where each chunk's contents stand; they begin on even offsets.
  private static func chunks(of bytes: [UInt8]) throws(Problem) -> [String: Range<Int>] {
    var result: [String: Range<Int>] = [:]
    var offset = 12
    while offset + 8 <= bytes.count {
      let (name, size) = (name(in: bytes, at: offset), number(bytes, offset + 4, 4))
      guard offset + 8 + size <= bytes.count else { throw .truncated(chunk: name) }
      result[name] = offset + 8..<offset + 8 + size
      offset += 8 + size + size % 2
    }
    return result
  }

  private static func name(in bytes: [UInt8], at offset: Int) -> String {
    String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  /// A little-endian number of some bytes.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> Int {
    (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }
}
