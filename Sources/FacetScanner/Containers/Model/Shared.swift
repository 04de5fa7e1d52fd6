/// A value in one place: a copy of this costs a count of references, where one of the value would cost many.
///
/// Where much is asked of it, `value` is faster than the members by themselves, in a tool that is not optimized.
@dynamicMemberLookup final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { value[keyPath: path] }
}
