@testable import FacetGraph
import Testing

@Suite(.timeLimit(.minutes(20))) struct SpellingTests {
  private let keys = ["SongData", "MusicPlayer", "Song", "Lyrics"]

  @Test(
    arguments: [
      ("SongDta", "SongData"), ("songdata", "SongData"), ("MuiscPlayer", "MusicPlayer"), ("Lyric", "Lyrics"),
      ("Sogn", "Song"), ("Player", nil), ("Volume", nil), ("", nil), ("S", nil),
    ] as [(String, String?)])
  func `The nearest name is found where it is near enough`(_ written: String, _ meant: String?) {
    #expect(candidates(keys).nearest(to: written) == meant)
  }

  @Test func `Of equally near names the first is taken`() {
    #expect(candidates(["Tea", "Ten", "Tex2"]).nearest(to: "Tex") == "Tea")
    #expect(candidates([]).nearest(to: "Tea") == nil)
  }

  @Test func `Prepared candidates answer like all of them compared one by one`() {
    let letters = Array("abcT")
    var names: [String] = []
    for number in 0..<300 {
      names.append(String((0..<number % 7).map { letters[(number >> $0 + number * $0) & 3] }))
    }
    let prepared = candidates(names)
    for name in names.map({ $0 + "b" }) + names.map({ String($0.reversed()) }) {
      #expect(prepared.nearest(to: name) == nearest(to: name, in: names))
    }
  }

  private func candidates(_ names: [String]) -> SpellingCandidates {
    names.reduce(into: SpellingCandidates()) { $0.add($1) }
  }

  private func nearest(to name: String, in names: [String]) -> String? {
    var best: (name: String, distance: Int)?
    for candidate in names {
      let distance = SpellingCandidates.distance(
        Array(name.lowercased().utf8), Array(candidate.lowercased().utf8))
      guard distance <= max(1, max(name.utf8.count, candidate.utf8.count) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }
}
