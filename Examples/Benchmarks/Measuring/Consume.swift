/// Uses a value in a way that the compiler cannot see through, so that the value has to be made.
///
/// Writes nothing, so that two threads that consume do not disturb one another.
@inline(never)
func consume<Value>(_ value: Value) {
  withUnsafeBytes(of: value) { bytes in
    // No object starts with these bits, but the compiler cannot know it.
    if bytes.loadUnaligned(as: UInt.self) == 1 { fatalError("The value starts with an impossible address.") }
  }
}

/// Gives a value that the compiler does not know, as the arguments of an application are: written into the code, hand-written
/// wiring would be given it at compile time.
@inline(never)
func madeAtRunTime(_ text: String) -> String {
  String(text.reversed().reversed())
}
