/// Where the elements of a tuple lie: each directly after the one before, as its alignment allows.
///
/// Invariant: it is what the compiler does. `Signature` and `Wiring` compare size and alignment with those of the real tuple in debug builds;
/// a test compares the offsets.
struct TupleLayout {
  private(set) var offsets: [Int] = []
  private(set) var size = 0
  private(set) var alignment = 1

  init(of types: [Any.Type]) {
    for type in types {
      let elementAlignment = OpaqueValue.alignment(type)
      size = (size + elementAlignment - 1) / elementAlignment * elementAlignment
      offsets.append(size)
      size += OpaqueValue.size(type)
      alignment = max(alignment, elementAlignment)
    }
  }
}
