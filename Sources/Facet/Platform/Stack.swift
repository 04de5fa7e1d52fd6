#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Where the stack of a thread ends.
///
/// A chain of thousands of services is thousands of nested factories. A resolve that comes near the end of the stack
/// fails, so that it does not overflow the stack.
struct Stack {
  /// The address below which a resolve is near the end.
  private let limit: UInt
  /// The number of bytes above `limit`; the largest number if the stack is unknown.
  private let room: UInt
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
    room = size == 0 ? .max : bounds.upperBound - limit
  }

  /// A stack of which nothing is known: it never ends.
  static let unknown = Stack(lowest: 0, size: 0)

  /// Whether `address` is on this stack and away from its end.
  ///
  /// Not the opposite of `isNearEnd`: an address on the heap is not away from the end either.
  @inline(__always)
  func isKnownToHaveRoom(at address: UnsafeRawPointer) -> Bool { UInt(bitPattern: address) &- limit < room }

  /// Whether the caller runs on this stack and near its end.
  func isNearEnd() -> Bool {
    let address = Stack.address()
    return address < limit && bounds.contains(address)
  }

  /// An address in the stack frame of the caller.
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
    /// The function `pthread_getattr_np`, which the headers hide from Swift.
    ///
    /// Without it the stack is unknown.
    #if canImport(Musl)
      // A static program has no table of symbols to look it up in.
      @_silgen_name("pthread_getattr_np")
      private static func getAttributes(
        _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
      )
        -> CInt
    #else
      private static let getAttributes = unsafeBitCast(
        dlsym(nil, "pthread_getattr_np"),
        to: (@convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt)?.self)
    #endif

    static var current: Stack {
      #if canImport(Glibc)
        if let main { return main }
      #endif
      var attributes = pthread_attr_t()
      #if canImport(Musl)
        let isKnown = getAttributes(pthread_self(), &attributes) == 0
      #else
        let isKnown = getAttributes?(pthread_self(), &attributes) == 0
      #endif
      guard isKnown else { return unknown }
      defer { pthread_attr_destroy(&attributes) }
      var lowest: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return unknown }
      return Stack(lowest: UInt(bitPattern: lowest), size: UInt(size))
    }

    #if canImport(Glibc)
      /// The stack of the main thread, if the caller runs on it.
      ///
      /// The system would read the map of the whole process for it, which takes longer than a thousand registrations.
      /// Linux lets arguments and environment use up to a quarter of the stack above `mainEnd`. So a quarter may be
      /// missing at the low end. With an unlimited stack, `mainReach` is used: no other thread is nearer.
      private static var main: Stack? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0 else { return nil }
        let size = min(UInt(limit.rlim_cur), mainReach)
        guard let end = mainEnd, size >= 1 << 20, (end - size..<end).contains(address()) else { return nil }
        return Stack(lowest: end - size, size: size, uncertain: size / 4)
      }

      private static let mainReach: UInt = 128 << 20
      /// The highest address that the main thread uses of its stack, as the loader keeps it.
      private static let mainEnd = dlsym(nil, "__libc_stack_end")?.load(as: UInt.self)
    #endif
  #else
    static var current: Stack { unknown }
  #endif
}
