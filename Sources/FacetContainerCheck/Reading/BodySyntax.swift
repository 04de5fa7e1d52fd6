/// A piece of the code in a body: an expression, or a part of one.
///
/// One class for all of them: each further type is code that every client compiles.
final class BodySyntax {
  enum Kind {
    /// Operands with the operators and words between them.
    case sequence
    /// A beginning with all members, calls and marks behind it.
    case chain
    /// A word; behind the first of a chain, a member.
    case name
    /// What is handed over in parentheses, and in the closures behind them.
    case call
    case mark, subscripts, parentheses, list, closure, literal
    /// An operator, or a word such as `try` with its mark.
    case symbol
    /// `as T`: `children` is empty, and the type begins at `type`.
    case cast
    /// `if` and its like where a value is expected.
    case statement
    case other
  }

  let kind: Kind
  /// The first token, and the one behind the last.
  let start: Int
  var end: Int
  var children: [BodySyntax] = []
  /// The token of the label in front of an argument; -1 for none.
  var label = -1
  /// Whether it is a closure behind the parentheses of a call.
  var isTrailing = false
  /// Where the type of a cast begins.
  var type = 0
  /// What a closure says, once it is read.
  var closure: Expression.Closure?

  init(_ kind: Kind, _ start: Int, to end: Int = 0) {
    self.kind = kind
    self.start = start
    self.end = end
  }
}

/// What an expression ends at, besides commas and new lines.
enum BodyMode {
  case plain
  /// At a brace, or at `else`.
  case condition
  /// At accessors.
  case value
}
