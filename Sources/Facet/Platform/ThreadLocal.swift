#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WinSDK)
  import WinSDK
#endif

/// One pointer for each thread.
///
/// When a thread ends, `onExit` receives its pointer.
struct ThreadLocal: @unchecked Sendable {
  // Unchecked for the platform's key type, which is a number.
  #if canImport(WinSDK)
    private let key: DWORD

    init(onExit: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void) {
      key = FlsAlloc(onExit)
      // `FLS_OUT_OF_INDEXES`, which is a macro with a cast.
      guard key != DWORD.max else {
        stop("The process has no fiber-specific key left (error \(GetLastError())).")
      }
    }

    var pointer: UnsafeMutableRawPointer? {
      get { FlsGetValue(key) }
      nonmutating set { FlsSetValue(key, newValue) }
    }
  #elseif os(WASI)
    // One slot for the process: threads on WASI are not supported.
    private final class Slot {
      var pointer: UnsafeMutableRawPointer?
    }

    private let slot = Slot()

    init(onExit: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void) {}

    var pointer: UnsafeMutableRawPointer? {
      get { slot.pointer }
      nonmutating set { slot.pointer = newValue }
    }
  #else
    private let key: pthread_key_t

    #if canImport(Darwin)
      typealias ExitFunction = @convention(c) (UnsafeMutableRawPointer) -> Void
    #else
      typealias ExitFunction = @convention(c) (UnsafeMutableRawPointer?) -> Void
    #endif

    init(onExit: @escaping ExitFunction) {
      var key = pthread_key_t()
      let outcome = unsafe pthread_key_create(&key, onExit)
      guard outcome == 0 else { stop("The process has no thread-specific key left (error \(outcome)).") }
      self.key = key
    }

    var pointer: UnsafeMutableRawPointer? {
      @inline(__always) get { unsafe pthread_getspecific(key) }
      nonmutating set { unsafe pthread_setspecific(key, newValue) }
    }
  #endif
}
