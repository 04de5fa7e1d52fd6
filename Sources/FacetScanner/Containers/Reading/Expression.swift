/// What an expression is, as far as its text alone shows it.
indirect enum Expression: Sendable, Hashable {
  /// `X.self`, with the text of the type.
  case metatype(String)
  case string(String)
  case integer, floatingPoint, boolean
  case none
  /// Names joined by dots; an empty first one stands for `.name`.
  case member([String])
  /// A name with generic arguments, be it followed by `.init`: its text.
  case specialized(String)
  /// A call, with the text of what is called and the labels of its arguments.
  case call(String, labels: [String?])
  /// `name(a:b:)`: a function that is named, not called.
  case reference(String, labels: [String?])
  /// `repeat each …`: any number of values.
  case pack
  /// `… as T`, with the text of the type.
  case cast(String)
  case closure(Closure)
  /// `[a, b]`
  case list([Expression])
  /// `…!`
  case forced(Expression)
  case unknown

  struct Closure: Sendable, Hashable {
    struct Parameter: Sendable, Hashable {
      var name: String
      var type: String?
    }

    /// The parameters in front of `in`; `nil` where there are none.
    var parameters: [Parameter]?
    /// The highest of `$0`, `$1`, … that it uses itself; -1 for none.
    var highestAnonymous: Int
    /// The written type of the result.
    var result: String?
    /// What it may return.
    var values: [Expression]
    /// The names that stand as arguments in the call whose result alone it returns; `nil` for other values.
    var handedOn: [String?] = []
    /// The scope of its body.
    var scope: Int
    /// Whether it says that it is `async`, or waits for something itself.
    var isAsync = false
  }

  var metatype: String? {
    if case .metatype(let text) = self { text } else { nil }
  }

  /// What stands in front of the marks `!`.
  var unforced: Expression {
    if case .forced(let value) = self { value.unforced } else { self }
  }

  var closure: Closure? {
    if case .closure(let closure) = self { closure } else { nil }
  }
}

/// One argument of a call.
struct CallArgument: Sendable, Hashable {
  var label: String?
  var value: Expression
  /// Whether it is a closure behind the parentheses.
  var isTrailing = false
}
