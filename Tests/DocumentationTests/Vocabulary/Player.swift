import Facet

protocol Library {}
final class FakeLibrary: Library {}

final class Lyrics {
  func show() {}
}

final class Window {
  init(makePanel: @escaping () -> Panel) {}
}

final class Equalizer {}
final class Speaker {}
final class Track {}

final class Player {
  var library: (any Library)?
  var track: Track?
  init() {}
  init(title: String) {}
}

final class Queue {}
