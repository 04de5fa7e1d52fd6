import Foundation

/// How loud a song is, in decibels below full scale.
struct Loudness {
  let average: Double
  let peak: Double

  init(of song: WaveFile) {
    let samples = song.channels.joined()
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
    average = Self.decibels(power.squareRoot())
    peak = Self.decibels(Double(samples.reduce(0) { max($0, abs($1)) }))
  }

  private static func decibels(_ amplitude: Double) -> Double {
    amplitude > 0 ? 20 * log10(amplitude) : -.infinity
  }
}
