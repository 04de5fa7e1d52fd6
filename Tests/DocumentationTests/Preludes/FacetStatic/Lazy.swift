import FacetStatic

struct Lyrics {
  let title = ""
}

enum Key {
  typealias Lyrics = Sample.Lyrics
  typealias MusicPlayer = Player
}

final class Player {
  init(lyrics: Lazy<Key.Lyrics>) {}
}

nonisolated(unsafe) let lyrics = Lazy { Lyrics() }
