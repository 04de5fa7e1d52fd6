/// A block of numbers, initially zero.
@safe
struct Numbers: ~Copyable {
  let count: Int
  private let numbers: UnsafeMutablePointer<Int32>

  init(count: Int) {
    self.count = count
    unsafe numbers = .allocate(capacity: count)
    unsafe numbers.initialize(repeating: 0, count: count)
  }

  deinit {
    unsafe numbers.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Int32 {
    @inline(__always) get {
      assert(index >= 0 && index < count, "Not in the block")
      return unsafe numbers[index]
    }
    @inline(__always) nonmutating set {
      assert(index >= 0 && index < count, "Not in the block")
      unsafe numbers[index] = newValue
    }
  }
}
