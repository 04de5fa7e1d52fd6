/// A number from zero to nine as a type: a thousand combinations make a thousand service types.
protocol Digit: Sendable {
  /// The digit that follows; nine follows itself.
  associatedtype Next: Digit

  static var isLast: Bool { get }
}

extension Digit {
  static var isLast: Bool { false }
}

enum Zero: Digit { typealias Next = One }
enum One: Digit { typealias Next = Two }
enum Two: Digit { typealias Next = Three }
enum Three: Digit { typealias Next = Four }
enum Four: Digit { typealias Next = Five }
enum Five: Digit { typealias Next = Six }
enum Six: Digit { typealias Next = Seven }
enum Seven: Digit { typealias Next = Eight }
enum Eight: Digit { typealias Next = Nine }
enum Nine: Digit {
  typealias Next = Nine
  static var isLast: Bool { true }
}

/// All digits, to be opened one by one.
let digits: [any Digit.Type] = [
  Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self, Eight.self,
  Nine.self,
]
