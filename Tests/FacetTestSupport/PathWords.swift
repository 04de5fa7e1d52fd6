import Facet

extension ResolutionError {
  /// The path in words; of one with more than 24 keys the number alone, so that a failed comparison prints a line.
  public var pathInWords: [String] {
    path.count > 24 ? ["\(path.count) keys"] : path.map(\.description)
  }
}
