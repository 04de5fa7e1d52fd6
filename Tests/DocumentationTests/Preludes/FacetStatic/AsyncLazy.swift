import FacetStatic

struct Cover {
  let width = 0
}

enum Key {
  typealias Cover = Sample.Cover
  typealias MusicPlayer = Player
}

final class Player {
  init(cover: AsyncLazy<Key.Cover>) {}
}

nonisolated(unsafe) let cover = AsyncLazy<Cover> { Cover() }
