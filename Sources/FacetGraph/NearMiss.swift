/// How an existing key of the wanted service resembles one that was not found; nearer ones come first.
package enum NearMiss: Int, Comparable, Sendable {
  /// Everything fits, but the key is out of reach.
  case sameKey
  /// The same name, other arguments.
  case otherArguments
  /// The same arguments, another name.
  case otherName
  /// Another name and other arguments.
  case otherNameAndArguments

  /// The resemblance of a key of the same service.
  package init(hasSameName: Bool, hasSameArguments: Bool) {
    switch (hasSameName, hasSameArguments) {
    case (true, true): self = .sameKey
    case (true, false): self = .otherArguments
    case (false, true): self = .otherName
    case (false, false): self = .otherNameAndArguments
    }
  }

  package static func < (left: NearMiss, right: NearMiss) -> Bool { left.rawValue < right.rawValue }

  /// The nearest candidates, nearest first, and in the given order where they are equally near.
  ///
  /// Those that differ in name and arguments are left out where others differ in less.
  package static func nearest<Candidate>(
    of candidates: [Candidate], limit: Int, by nearMiss: (Candidate) -> NearMiss
  ) -> [Candidate] {
    var ranked = candidates.enumerated().map { (nearMiss: nearMiss($1), index: $0) }
    if ranked.contains(where: { $0.nearMiss < .otherNameAndArguments }) {
      ranked.removeAll { $0.nearMiss == .otherNameAndArguments }
    }
    return ranked.sorted { ($0.nearMiss, $0.index) < ($1.nearMiss, $1.index) }
      .prefix(limit).map { candidates[$0.index] }
  }
}
