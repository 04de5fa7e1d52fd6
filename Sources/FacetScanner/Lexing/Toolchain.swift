/// The compiler that built this tool, which is the one that will build what the tool reads.
enum Toolchain {
  /// The newest version that is known to be reached, and the oldest that is known not to be.
  private static let bounds: (reached: [Int], beyond: [Int]?) = {
    #if compiler(>=7.0)
      ([7, 0], nil)
    #elseif compiler(>=6.5)
      ([6, 5], [7, 0])
    #elseif compiler(>=6.4)
      ([6, 4], [6, 5])
    #elseif compiler(>=6.3)
      ([6, 3], [6, 4])
    #elseif compiler(>=6.2)
      ([6, 2], [6, 3])
    #else
      ([6, 0], [6, 2])
    #endif
  }()

  /// Whether `compiler(>=version)` holds; `nil` where that cannot be told.
  static func isAtLeast(_ version: [Int]) -> Bool? {
    if !bounds.reached.lexicographicallyPrecedes(version) { return true }
    if let beyond = bounds.beyond, !version.lexicographicallyPrecedes(beyond) { return false }
    return nil
  }

  /// Whether `swift(>=version)` holds: that depends on the language mode too, which is not known here.
  static func speaks(_ version: [Int]) -> Bool? {
    if !([4] as [Int]).lexicographicallyPrecedes(version) { return true }
    return isAtLeast(version) == false ? false : nil
  }
}
