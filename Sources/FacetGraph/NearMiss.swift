/// A key in words, as far as finding its neighbours needs it.
package struct KeyWords: Hashable, Sendable {
  /// The full name of the service type.
  package var service: String
  /// The name of the service.
  package var name: String?
  /// The full names of the argument types, in order.
  package var arguments: [String]

  /// Describes a key.
  package init(service: String, name: String? = nil, arguments: [String] = []) {
    self.service = service
    self.name = name
    self.arguments = arguments
  }
}

/// How an existing key resembles one that was not found; nearer ones come first.
package enum NearMiss: Int, Comparable, Sendable {
  /// Everything fits, but the key is out of reach.
  case sameKey
  /// The same service and name, other arguments.
  case otherArguments
  /// The same service and arguments, another name.
  case otherName
  /// The same service, another name and other arguments.
  case otherNameAndArguments

  package static func < (left: NearMiss, right: NearMiss) -> Bool { left.rawValue < right.rawValue }

  /// How `candidate` resembles `wanted`; `nil` if it does not.
  package init?(_ candidate: KeyWords, to wanted: KeyWords) {
    guard candidate.service == wanted.service else { return nil }
    switch (candidate.name == wanted.name, candidate.arguments == wanted.arguments) {
    case (true, true): self = .sameKey
    case (true, false): self = .otherArguments
    case (false, true): self = .otherName
    case (false, false): self = .otherNameAndArguments
    }
  }

  /// The candidates that resemble `wanted`, nearest first, then in the given order; at most `limit`.
  package static func rank(
    _ candidates: [KeyWords], to wanted: KeyWords, limit: Int
  ) -> [(index: Int, nearMiss: NearMiss)] {
    let found = candidates.enumerated().compactMap { index, candidate in
      NearMiss(candidate, to: wanted).map { (index: index, nearMiss: $0) }
    }
    let sorted = found.sorted { ($0.nearMiss, $0.index) < ($1.nearMiss, $1.index) }
    return Array(sorted.prefix(limit))
  }
}
