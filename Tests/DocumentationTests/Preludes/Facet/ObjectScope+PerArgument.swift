import Foundation

final class Channel {
  init(name: String) {}
}

final class Thumbnail {
  init(of url: URL) throws {}
}

final class Document {
  init(_ path: String) throws {}
}
