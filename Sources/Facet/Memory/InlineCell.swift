/// Inline memory for one service, so that shared services of a cycle need no allocation.
///
/// Most services fit: a class, or a protocol type of up to two protocols.
@safe
struct InlineCell: BitwiseCopyable {
  private var words: (UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0)

  static func fits<Service>(_: Service.Type) -> Bool {
    MemoryLayout<Service>.size <= MemoryLayout<InlineCell>.size
      && MemoryLayout<Service>.alignment <= MemoryLayout<InlineCell>.alignment
  }
}
