#if canImport(Glibc)
  import Glibc
#endif

/// The cores of the machine.
enum Processor {
  /// Ties the thread to a core, where the platform knows how; else the system chooses.
  ///
  /// Without it a busy machine puts two short-lived threads on one core.
  static func tieThread(toCore core: Int) {
    #if canImport(Glibc)
      // Looked up by name, for the module of the C library does not show it.
      guard let symbol = dlsym(nil, "sched_setaffinity") else { return }
      typealias SetAffinity =
        @convention(c) (_ thread: Int32, _ size: Int, _ cores: UnsafeRawPointer) -> Int32
      var cores = UInt64(1) << UInt64(core)
      _ = unsafeBitCast(symbol, to: SetAffinity.self)(0, MemoryLayout.size(ofValue: cores), &cores)
    #endif
  }
}
