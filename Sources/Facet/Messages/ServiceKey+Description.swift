extension ServiceKey: CustomStringConvertible {
  /// The key in words, such as `'Tea' named "green" with arguments (Int)`.
  public var description: String { TypeNames.short.text(for: self) }
}
