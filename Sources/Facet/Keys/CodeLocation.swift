/// A location in source code, as the compiler names it.
public struct CodeLocation: Hashable, Sendable, CustomStringConvertible {
  /// The module and file, as in `#fileID`.
  public let fileID: String

  /// The line, counted from one.
  public let line: Int

  @usableFromInline
  init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }

  /// The location in the form `Module/File.swift:12`.
  public var description: String {
    @inline(never) get { "\(fileID):\(line)" }
  }
}
