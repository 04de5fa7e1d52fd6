#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The stack of a thread, of which a resolve that nests too deep must leave some.
///
/// A chain of thousands of services is thousands of nested factories. Rather than to overflow the stack, a resolve that comes
/// near its end fails.
struct Stack {
  /// Below this address there is not much left.
  private let limit: UInt
  /// From there to the end of the memory; everything, if the stack is unknown.
  private let room: UInt
  private let bounds: Range<UInt>

  /// What a factory, and a message of failure, may need beside the services that are resolved.
  private static let reserve: UInt = 64 << 10

  /// - Parameters:
  ///   - lowest: where the memory begins; the end of the stack, which grows down.
  ///   - size: its size.
  ///   - uncertain: how much of it may not be there.
  private init(lowest: UInt, size: UInt, uncertain: UInt = 0) {
    bounds = lowest..<lowest + size
    limit = lowest + uncertain + min(Stack.reserve, size / 4)
    room = size == 0 ? .max : bounds.upperBound - limit
  }

  /// A stack that nothing is known of: it never ends.
  static let unknown = Stack(lowest: 0, size: 0)

  /// Whether `address` is on this stack, away from its end; false for one on the heap as well.
  @inline(__always)
  func isAwayFromEnd(_ address: UnsafeRawPointer) -> Bool { UInt(bitPattern: address) &- limit < room }

  /// Whether the caller runs on this stack, near its end.
  func isNearEnd() -> Bool {
    let address = Stack.address()
    return address < limit && bounds.contains(address)
  }

  /// Where the caller runs.
  @inline(never)
  private static func address() -> UInt {
    var here: UInt8 = 0
    return withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
  }

  #if canImport(Darwin)
    static var current: Stack {
      let highest = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      let size = UInt(pthread_get_stacksize_np(pthread_self()))
      return Stack(lowest: highest - size, size: size)
    }
  #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
    /// `pthread_getattr_np`, which the headers hide from Swift.
    ///
    /// Without it the stack is unknown.
    private static let getAttributes = unsafeBitCast(
      dlsym(nil, "pthread_getattr_np"),
      to: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt)?.self)

    static var current: Stack {
      #if canImport(Glibc)
        if let main { return main }
      #endif
      var attributes = pthread_attr_t()
      guard getAttributes?(pthread_self(), &attributes) == 0 else { return unknown }
      defer { pthread_attr_destroy(&attributes) }
      var lowest: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return unknown }
      return Stack(lowest: UInt(bitPattern: lowest), size: UInt(size))
    }

    #if canImport(Glibc)
      /// The stack of the main thread, if the caller runs on it.
      ///
      /// To ask the system for it is to read the map of the whole process, longer than a thousand registrations take. Of the
      /// size that the limit allows, Linux lets arguments and environment use a quarter above `mainEnd`; so as much is
      /// taken for missing below. No other thread is nearer than `mainReach`, and no more is needed without a limit.
      private static var main: Stack? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0 else { return nil }
        let size = min(UInt(limit.rlim_cur), mainReach)
        guard let end = mainEnd, size >= 1 << 20, (end - size..<end).contains(address()) else { return nil }
        return Stack(lowest: end - size, size: size, uncertain: size / 4)
      }

      private static let mainReach: UInt = 128 << 20
      /// The end of what the main thread uses of its stack, kept by the loader.
      private static let mainEnd = dlsym(nil, "__libc_stack_end")?.load(as: UInt.self)
    #endif
  #else
    static var current: Stack { unknown }
  #endif
}
