internal import FacetPlatform

/// Where the stack of a thread ends.
///
/// A chain of thousands of services is thousands of nested factories. A resolve that comes near the end of the stack
/// fails, so that it does not overflow the stack.
struct Stack {
  /// The address below which a resolve is near the end.
  private let limit: UInt
  private let bounds: Range<UInt>

  /// The bytes that are left for a factory, and for the text of a failure.
  private static let reserve: UInt = 64 << 10

  /// Makes a stack, which grows down.
  ///
  /// - Parameters:
  ///   - lowest: the first address of the memory, which is the end of the stack.
  ///   - size: the size of the memory.
  ///   - uncertain: how many of the lowest bytes may be missing.
  private init(lowest: UInt, size: UInt, uncertain: UInt = 0) {
    bounds = lowest..<lowest + size
    limit = lowest + uncertain + min(Stack.reserve, size / 4)
  }

  /// Whether the caller runs on this stack and near its end.
  func isNearEnd() -> Bool {
    let address = facet_stack_position()
    return address < limit && bounds.contains(address)
  }

  /// The stack of the calling thread.
  static var current: Stack {
    let bounds = facet_stack_bounds()
    return Stack(lowest: bounds.lowest, size: bounds.size, uncertain: bounds.uncertain)
  }
}
