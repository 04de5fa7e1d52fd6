/// Why a file cannot be read, and where in it.
struct FeedProblem: Error, Equatable, Sendable {
  var position: Position
  var reason: String
}

/// A place in a text; both numbers begin with one.
struct Position: Equatable, Sendable, CustomStringConvertible {
  var line: Int
  var column: Int

  var description: String { "\(line):\(column)" }
}
