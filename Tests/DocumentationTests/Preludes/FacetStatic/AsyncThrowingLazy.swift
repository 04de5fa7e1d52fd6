import FacetStatic

struct Cover {
  let width = 0
}

enum Key {
  typealias Cover = Sample.Cover
  typealias MusicPlayer = Player
}

final class Player {
  init(cover: AsyncThrowingLazy<Key.Cover, any Error>) {}
}

nonisolated(unsafe) let cover = AsyncThrowingLazy<Cover, any Error> { Cover() }
