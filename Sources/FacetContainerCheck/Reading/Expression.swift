import FacetSyntax

/// What an expression is, as far as its text alone shows it.
indirect enum Expression: Sendable, Equatable {
  /// `X.self`, with the text of the type.
  case metatype(String)
  case string(String)
  /// Another literal, with the name of its type.
  case literal(String)
  case none
  /// Names joined by dots; an empty first one stands for `.name`.
  case member([String])
  /// A name with generic arguments, be it followed by `.init`: its text.
  case specialized(String)
  /// A call, with the text of what is called and the labels of its arguments.
  case call(String, labels: [String?])
  /// A member or an element of what a call gives, with the text of what is called first.
  case chain(String)
  /// `name(a:b:)`: a function that is named, not called.
  case reference(String, labels: [String?])
  /// `repeat each …`: any number of values.
  case pack
  /// `… as T`, with the text of the type.
  case cast(String)
  case closure(Closure)
  /// `…!`
  case forced(Expression)
  case unknown

  /// What a closure takes and gives, as a class, because it is handed about whole.
  ///
  /// Unchecked: nothing is changed once the file is read.
  final class Closure: @unchecked Sendable, Equatable {
    /// The parameters in front of `in`, without a label, and with an empty type where none is written; `nil` where there are none.
    var parameters: [Parameter]?
    /// The highest of `$0`, `$1`, … that it uses itself; -1 for none.
    var highestAnonymous = -1
    /// The written type of the result.
    var result: String?
    /// What it may return.
    var values: [Expression] = []
    /// What it calls by name, itself or in closures inside.
    var called: Set<String> = []
    /// Whether the arguments of the calls whose results it returns are literals and constants of their own types.
    var hasPlainArguments = true
    /// The scope of its body.
    let scope: Int

    init(parameters: [Parameter]?, result: String?, scope: Int) {
      (self.parameters, self.result, self.scope) = (parameters, result, scope)
    }

    static func == (left: Closure, right: Closure) -> Bool { left === right }
  }

  var metatype: String? { if case .metatype(let text) = self { text } else { nil } }

  /// The text of a function or initializer that is named, not called.
  var callee: String? {
    switch self {
    case .member(let names): names.joined(separator: ".")
    case .specialized(let text), .reference(let text, _): text
    default: nil
    }
  }

  /// What stands in front of the marks `!`.
  var unforced: Expression { if case .forced(let value) = self { value.unforced } else { self } }

  var closure: Closure? { if case .closure(let closure) = self { closure } else { nil } }
}

/// One argument of a call.
struct CallArgument: Sendable, Equatable {
  var label: String?
  var value: Expression
  /// Whether it is a closure behind the parentheses.
  var isTrailing = false
}
