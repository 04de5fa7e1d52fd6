import FacetSyntax

/// A call that may have to do with a container.
///
/// A class, because it is handed about whole: each copy of a structure of this size is code that every client compiles.
/// Unchecked: nothing is changed once the file is read.
final class CallFacts: @unchecked Sendable {
  enum Form: Sendable, Equatable {
    case call
    /// `resolver ~> X.self` or `resolver~>`.
    case arrow
    /// `@Name var x: X`.
    case wrapper
    /// `Name<X>`: a type that is named with its generic arguments, whatever is done with it.
    case mention
  }

  /// Where the type of the result comes from if the call does not say it.
  enum Context: Sendable {
    case none
    case type(String)
    /// An argument of a call: the chain in which that stands, the place of the call in it, and which argument it is.
    case argument(of: Expression, call: Int, index: Int)
    case variable(Expression)
    /// The result of the scope.
    case result(of: ScopeFacts)

    init(_ type: String?) { self = type.map { .type($0) } ?? .none }
  }

  let form: Form
  let name: String
  let location: SourceLocation
  /// Where the name stands.
  let offset: Int
  /// The text in front of the dot; empty where there is none.
  var receiver = ""
  /// The same as an expression; `nil` where there is none, or a long one.
  var receiverValue: Expression?
  var arguments: [Expression] = []
  /// Whether generic arguments stand between the name and the arguments.
  var isSpecialized = false
  /// Whether `!` follows.
  var isForced = false
  /// Whether the code says what happens where nothing is found: `??`, `try?`, a comparison with `nil`.
  var isHandled = false
  /// Whether `if let` or `while let` asks for the result.
  var isBoundIfThere = false
  var context = Context.none
  /// Calls on the result: `.implements(…)`, `.inObjectScope(…)`.
  var chain: [Link] = []
  /// The variable that keeps the result.
  var keptAs: String?
  /// What it does to a container; known once the file is read.
  var kind = ContainerCall.other
  /// The body in which it stands, which its file keeps.
  unowned let scope: ScopeFacts
  /// Registrations with the same number follow one another in one body, on one container, with nothing else between.
  var stretch = 0
  /// The calls in whose closures this one stands, innermost first.
  var owners: [Owner] = []
  /// The calls in whose parentheses it stands, up to the closure around.
  var passedTo: [Context] = []
  /// Whether it stands in `#if`.
  var isInCondition = false
  /// Where the generic types are declared that it hands on; `nil` where it speaks of fixed types.
  var openPlace: OpenPlace?
  /// Its place among all calls of the sources.
  var number = 0

  init(_ form: Form, _ name: String, at offset: Int, in source: SourceFile, scope: ScopeFacts) {
    (self.form, self.name, self.offset, self.scope) = (form, name, offset, scope)
    location = source.location(at: offset)
  }

  var file: FileFacts { scope.file }

  /// The call itself, and those on its result.
  var links: [Link] { [Link(name: name, location: location, arguments: arguments)] + chain }

  struct Link: Sendable {
    var name: String
    var location: SourceLocation
    var arguments: [Expression]
  }

  struct Owner: Sendable {
    var call: CallFacts
    /// Whether the closure runs this call whenever it runs at all.
    var isCertain: Bool
    /// The name of the closure's first parameter; `$0` where it has none.
    var parameter: String
    /// Whether the closure belongs to a link of the chain, such as `initCompleted`.
    var isLink: Bool
  }
}
