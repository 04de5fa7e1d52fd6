/// A number from zero to nine as a type: a thousand combinations make a thousand service types.
protocol Digit: Sendable {
  /// The digit that follows; nine follows itself.
  associatedtype Next: Digit

  static var number: Int { get }
}

extension Digit {
  static var isLast: Bool { number == 9 }
}

enum Zero: Digit {
  typealias Next = One
  static var number: Int { 0 }
}

enum One: Digit {
  typealias Next = Two
  static var number: Int { 1 }
}

enum Two: Digit {
  typealias Next = Three
  static var number: Int { 2 }
}

enum Three: Digit {
  typealias Next = Four
  static var number: Int { 3 }
}

enum Four: Digit {
  typealias Next = Five
  static var number: Int { 4 }
}

enum Five: Digit {
  typealias Next = Six
  static var number: Int { 5 }
}

enum Six: Digit {
  typealias Next = Seven
  static var number: Int { 6 }
}

enum Seven: Digit {
  typealias Next = Eight
  static var number: Int { 7 }
}

enum Eight: Digit {
  typealias Next = Nine
  static var number: Int { 8 }
}

enum Nine: Digit {
  typealias Next = Nine
  static var number: Int { 9 }
}

/// All digits, to be opened one by one.
let digits: [any Digit.Type] = [
  Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self, Eight.self,
  Nine.self,
]
