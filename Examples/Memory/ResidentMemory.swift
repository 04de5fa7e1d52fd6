#if canImport(Glibc)
  import Glibc

  // The module of the C library does not show it.
  @_silgen_name("malloc_trim")
  @discardableResult
  private func trimHeap(_ padding: Int) -> CInt
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The memory of this process that is in the machine's.
enum ResidentMemory {
  /// Gives memory that an earlier workload left free back to the system, where the platform knows how.
  ///
  /// Without it a workload could grow into that memory, and nobody would see it.
  static func giveBackWhatIsFree() {
    #if canImport(Glibc)
      trimHeap(0)
    #endif
  }

  /// The size in kilobytes; `nil` where it is not measured.
  static var kilobytes: Int? {
    #if os(Linux)
      guard let file = fopen("/proc/self/statm", "r") else { return nil }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      guard fgets(&line, Int32(line.count), file) != nil else { return nil }
      // The second number of the line counts the resident pages.
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let numbers = text.split(separator: " ")
      guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
      return pages * sysconf(Int32(_SC_PAGESIZE)) / 1_024
    #elseif canImport(Darwin)
      var information = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &information) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(information.resident_size) / 1_024 : nil
    #else
      return nil
    #endif
  }
}
