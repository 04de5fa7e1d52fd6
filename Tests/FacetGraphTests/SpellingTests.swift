import FacetGraph
import Testing

@Suite(.timeLimit(.minutes(5))) struct SpellingTests {
  private let keys = ["SongData", "MusicPlayer", "Song", "Lyrics"]

  @Test(
    arguments: [
      ("SongDta", "SongData"), ("songdata", "SongData"), ("MuiscPlayer", "MusicPlayer"), ("Lyric", "Lyrics"),
      ("Sogn", "Song"), ("Player", nil), ("Volume", nil), ("", nil), ("S", nil),
    ] as [(String, String?)])
  func `The nearest name is found where it is near enough`(_ written: String, _ meant: String?) {
    #expect(Spelling.nearest(to: written, in: keys) == meant)
  }

  @Test func `Of equally near names the first is taken`() {
    #expect(Spelling.nearest(to: "Tex", in: ["Tea", "Ten", "Tex2"]) == "Tea")
  }

  @Test func `Without candidates there is no suggestion`() {
    #expect(Spelling.nearest(to: "Tea", in: []) == nil)
  }
}
