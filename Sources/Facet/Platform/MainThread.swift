#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Tells the first thread of the process from the others.
///
/// What runs there is on the main actor: the pool never uses that thread. On Linux the main actor may move to another thread,
/// once the first one has nothing to do any more but to wait.
enum MainThread {
  /// Whether the calling thread is the first one of the process; false also if that cannot be known.
  static var isCurrent: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #elseif canImport(Glibc) || canImport(Musl) || canImport(Android)
      // A link to `PROCESS/task/THREAD`; the first thread has the number of the process. The C library has a function for it only
      // since 2019.
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
