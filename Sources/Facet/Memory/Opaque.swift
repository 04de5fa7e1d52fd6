/// A value that reflection does not show.
///
/// `dump`, a `Mirror` and a failing `#expect` read stored properties without the lock that guards them, and follow each reference.
@usableFromInline
package protocol Opaque: CustomReflectable {}

extension Opaque {
  @usableFromInline
  package var customMirror: Mirror { Mirror(self, children: [], ancestorRepresentation: .suppressed) }
}
