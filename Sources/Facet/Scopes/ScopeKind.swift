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

  /// The name of the scope for a text.
  var name: String {
    if let scope = self as? ObjectScope, !scope.description.isEmpty { return scope.description }
    if let scope = self as? any CustomStringConvertible, !(self is ObjectScope) { return scope.description }
    return "custom"
  }
}
