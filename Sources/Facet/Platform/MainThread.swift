#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Distinguishes the first thread of the process from the others.
///
/// Code on that thread is on the main actor, because the pool never uses the thread. On Linux the main actor may move to another
/// thread, when the first one only waits.
enum MainThread {
  /// Whether the calling thread is the first one of the process; false if this cannot be known.
  static var isCurrent: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      // A link to `PROCESS/task/THREAD`; the first thread has the number of the process. The C library has a function for this
      // only since 2019.
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        let link = unsafe buffer.baseAddress.unsafelyUnwrapped
        let count = unsafe readlink("/proc/thread-self", link, buffer.count - 1)
        guard count > 0 else { return false }
        unsafe buffer[count] = 0
        let parts = unsafe String(cString: link).split(separator: "/")
        return parts.count == 3 && parts[0] == parts[2]
      }
    #else
      false
    #endif
  }
}
