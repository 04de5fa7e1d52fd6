/// The scopes that the resolution knows by itself; everything else goes through an ``InstanceStorage``.
enum ScopeKind: UInt8 {
  // The first two keep to the cycle; see `Mode`.
  case transient
  case graph
  case container
  case weak
  case custom
}

extension ObjectScopeProtocol {
  var kind: ScopeKind { (self as? ObjectScope)?.kind ?? .custom }

  /// The scope in words; a scope type that does not describe itself shows its name.
  var name: String { String(describing: self) }
}
