/// A song drawn as a row of blocks, each as high as the loudest sample in its stretch.
struct Waveform: Sendable {
  let picture: String

  /// Draws the song, every stretch as a task of its own.
  init(of song: WaveFile, width: Int) async {
    let samples = song.channels[0]
    let peaks = await withTaskGroup(of: (Int, Float).self) { group in
      for column in 0..<width {
        let stretch = samples[samples.count * column / width..<samples.count * (column + 1) / width]
        group.addTask { (column, stretch.reduce(0) { max($0, abs($1)) }) }
      }
      return await group.reduce(into: [Float](repeating: 0, count: width)) { $0[$1.0] = $1.1 }
    }
    let blocks = Array("▁▂▃▄▅▆▇█")
    picture = String(peaks.map { blocks[min(blocks.count - 1, Int($0 * Float(blocks.count)))] })
  }
}
