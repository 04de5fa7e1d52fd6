import FacetSyntax

/// A piece of the code in a body: an expression, or a part of one.
///
/// One class for all of them: each further type is code that every client compiles. Unchecked: nothing is changed once the file is read.
final class Expression: @unchecked Sendable, Equatable {
  enum Kind: Sendable {
    /// Operands with the operators and words between them.
    case sequence
    /// A beginning with all members, calls and marks behind it.
    case chain
    /// A word; behind the first of a chain, a member.
    case name
    /// What is handed over in parentheses, and in the closures behind them.
    case call
    /// `(a:b:)`: the labels of a function that is named, not called.
    case reference
    case mark, subscripts, parentheses, list, closure, literal
    /// A chain that ends with `.self`: its text is that of the type.
    case metatype
    /// An operator, or a word such as `try` with its mark.
    case symbol
    /// `as T`: its text is that of the type.
    case cast
    /// `if` and its like where a value is expected: the children are the values at the ends of its branches.
    case statement
    case other
  }

  var kind: Kind
  /// The first token, and the one behind the last.
  let start: Int
  var end: Int
  /// A name, an operator, a type, what a string says, or the type of another literal.
  var text: String
  /// `<X>` behind a name.
  var generics = ""
  var children: [Expression]
  /// What stands in front of an argument.
  var label: String?
  /// Whether it is a closure behind the parentheses of a call.
  var isTrailing = false
  /// What a closure says, once it is read.
  var closure: Closure?

  init(_ kind: Kind, _ start: Int = 0, to end: Int = 0, text: String = "", children: [Expression] = []) {
    (self.kind, self.start, self.end) = (kind, start, end)
    (self.text, self.children) = (text, children)
  }

  static func == (left: Expression, right: Expression) -> Bool {
    left === right
      || left.kind == right.kind && left.text == right.text && left.generics == right.generics
        && left.label == right.label && left.closure === right.closure && left.children == right.children
  }

  /// What a closure takes and gives.
  ///
  /// Unchecked: nothing is changed once the file is read.
  final class Closure: @unchecked Sendable {
    /// The parameters in front of `in`, without a label, and with an empty type where none is written; `nil` where there are none.
    var parameters: [Parameter]?
    /// The highest of `$0`, `$1`, … that it uses itself; -1 for none.
    var highestAnonymous = -1
    /// Whether it is asynchronous, by its own words or by an `await` in it.
    var isAsync = false
    /// Whether something that was read of it may leave it.
    var mayHaveLeft = false
    /// The written type of the result.
    var result: String?
    /// What it may return.
    var values: [Expression] = []
    /// What it calls by name, and the members that it uses, itself or in closures inside.
    var called: Set<String> = []
    /// The scope of its body, which the file keeps.
    unowned let scope: ScopeFacts

    init(parameters: [Parameter]?, result: String?, scope: ScopeFacts) {
      (self.parameters, self.result, self.scope) = (parameters, result, scope)
    }
  }
}

// MARK: - What a text alone shows

extension Expression {
  /// The expression without the words in front of it, where nothing else stands beside it.
  var operand: Expression {
    guard kind == .sequence else { return self }
    let rest = children.drop { $0.kind == .symbol && ["try", "try!", "await", "unsafe"].contains($0.text) }
    return rest.count == 1 && rest[rest.startIndex].end == end ? rest[rest.startIndex] : self
  }

  /// The text of the type that `X.self` names.
  var metatype: String? { operand.kind == .metatype ? operand.text : nil }

  /// The only part of a chain.
  private var single: Expression? {
    operand.kind == .chain && operand.children.count == 1 ? operand.children[0] : nil
  }

  /// What a string without interpolation says.
  var string: String? {
    guard let single, single.kind == .literal, single.text.utf8.first == UInt8(ascii: "\"") else {
      return nil
    }
    return String(single.text.dropFirst())
  }

  /// The same, also as the only argument of what makes a name of it: `Name("a")`, `.init("a")`.
  var constantText: String? {
    if let string { return string }
    guard let call = lastCall, call.children.count == 1, let maker = calledName else { return nil }
    return maker == "init" || maker.startsUppercase ? call.children[0].string : nil
  }

  /// Whether it is `.name`, which belongs to the type that is expected.
  var isImplicit: Bool { operand.kind == .chain && operand.text == "." }

  var isNil: Bool { names == ["nil"] }

  /// Whether it is a value that never comes to be.
  var isEnding: Bool { ["fatalError", "preconditionFailure"].contains(calledName) }

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol && text == symbol }

  /// Whether it stands for any number of values: `repeat each …`.
  var isPack: Bool { kind == .sequence && children.first?.text == "repeat" }

  /// Names joined by dots, without the marks between and behind them; an empty first one stands for `.name`.
  var names: [String]? { operand.kind == .chain ? operand.names(upTo: operand.children.count) : nil }

  /// The names that a chain begins with, if nothing else stands among its first parts.
  func names(upTo count: Int) -> [String]? {
    var result: [String] = text.isEmpty ? [] : [""]
    for part in children[..<count] where part.kind != .mark {
      guard part.kind == .name, part.generics.isEmpty else { return nil }
      result.append(part.text)
    }
    return result
  }

  /// The last part of a chain, marks left out, if that is a call with parentheses or closures.
  var lastCall: Expression? {
    guard operand.kind == .chain, let last = operand.children.last(where: { $0.kind != .mark }) else {
      return nil
    }
    return last.kind == .call ? last : nil
  }

  /// The name of what is called, or of a function that is named: the last one.
  var calledName: String? { operand.children.last { $0.kind == .name }?.text }

  /// The labels of the arguments of a call.
  var labels: [String?] { children.labels }

  /// The closure that it is, written in place.
  var writtenClosure: Expression? { kind == .closure ? self : single?.kind == .closure ? single : nil }

  /// What that closure says.
  var closureValue: Closure? { writtenClosure?.closure }
}

extension [Expression] {
  /// The labels of arguments; `{` for a closure behind the parentheses.
  var labels: [String?] { map { $0.isTrailing ? "{" : $0.label } }
}

/// What an expression ends at, besides commas and new lines.
enum BodyMode {
  case plain
  /// At a brace, or at `else`.
  case condition
  /// At accessors.
  case value
}
