/// A function of arguments that knows their types.
@usableFromInline
package protocol ArgumentUse: AnyObject {
  func use<each Argument>(_ arguments: repeat each Argument)
}

/// A question of the container about arguments whose types it does not know, and the answer.
@usableFromInline
package enum ArgumentQuestion {
  case copy(KeptArguments?, by: ArgumentReader)
  case values([Any])
  case hash(Int)
  case comparison(Comparison, with: Arguments)
  case incomparableTypes([Any.Type])
  case use(any ArgumentUse)

  @usableFromInline
  mutating func read<each Argument>(_ arguments: repeat each Argument) {
    switch self {
    case .copy(_, let reader):
      self = .copy(ArgumentTuple((repeat each arguments), readBy: reader), by: reader)
    case .values(var values):
      repeat values.append(each arguments)
      self = .values(values)
    case .hash(var hash):
      for argument in repeat each arguments { hash = (hash &* 31) ^ argumentHash(argument) }
      self = .hash(hash)
    case .comparison(var result, let other):
      for (mine, other) in repeat (each arguments, each other.tuple((repeat each Argument).self)) {
        switch Comparison.compareAsPassed(mine, other) {
        case .same: continue
        case .different: result = .different
        case .unknown: result = .unknown
        }
        if result == .different { break }
      }
      self = .comparison(result, with: other)
    case .incomparableTypes(var types):
      for (argument, type) in repeat (each arguments, (each Argument).self) {
        if Comparison.compare(argument, argument) == .unknown { types.append(type) }
      }
      self = .incomparableTypes(types)
    case .use(let use): use.use(repeat each arguments)
    }
  }
}

extension Arguments {
  func copy() -> KeptArguments {
    guard let reader, case .copy(let copy?, _) = answer(.copy(nil, by: reader)) else {
      fatalError("There are no arguments")
    }
    return copy
  }
  @usableFromInline
  package var values: [Any] {
    guard case .values(let values) = answer(.values([])) else { return [] }
    return values
  }
  /// A hash that equal arguments share.
  ///
  /// Arguments that only have `==` do not count.
  var hash: Int {
    guard !isNone, case .hash(let hash) = answer(.hash(1)) else { return 0 }
    return hash
  }
  func compare(_ other: Arguments) -> Comparison {
    guard case .comparison(let result, _) = answer(.comparison(.same, with: other)) else { return .unknown }
    return result
  }
  var incomparableTypes: [Any.Type] {
    guard case .incomparableTypes(let types) = answer(.incomparableTypes([])) else { return [] }
    return types
  }
  func use(_ use: any ArgumentUse) { _ = answer(.use(use)) }
  private func answer(_ question: ArgumentQuestion) -> ArgumentQuestion {
    var question = question
    ask(&question)
    return question
  }
}
