#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory of this process that is in the machine's; `nil` where that is not measured.
func residentBytes() -> Int? {
  #if os(Linux)
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    // The second number of the line counts the resident pages.
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let numbers = text.split(separator: " ")
    guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  #else
    return nil
  #endif
}
