/// Room for one service in place, so that what a cycle shares takes no memory of its own.
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
