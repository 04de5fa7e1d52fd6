import Facet
import Foundation

/// The container that blocks use without making one.
let container = Container()

/// The container of a program, in samples that have several.
let app = Container()

func log(_ values: Any...) {}

/// Ends the program, in the words of a compiler, unless a value is described as the documentation says.
func check<Value>(_ expected: String, _ value: Value, file: String = #filePath, line: Int = #line) {
  checked += 1
  let found = described(value)
  if found != expected { fail("this is \(found), not \(expected)", file, line) }
}

/// A value as a comment writes it: an array without brackets, and an optional as its value.
private func described(_ value: Any) -> String {
  if let array = value as? [Any] { return array.map(described).joined(separator: ", ") }
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional, let child = mirror.children.first { return described(child.value) }
  return String(describing: value)
}

/// Ends the program unless so many values were checked: a line that is not run proves nothing.
func checkAll(_ number: Int, file: String = #filePath, line: Int = #line) {
  if checked != number {
    fail("\(checked) of \(number) lines that say what they result in were run", file, line)
  }
}

nonisolated(unsafe) private var checked = 0

private func fail(_ text: String, _ file: String, _ line: Int) -> Never {
  FileHandle.standardError.write(Data("\(file):\(line):1: error: \(text)\n".utf8))
  exit(1)
}
