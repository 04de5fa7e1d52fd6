import Facet
import Foundation

/// The container that blocks use without making one.
let container = Container()

func log(_ values: Any...) {}

/// Ends the program, in the words of a compiler, unless a value is described as the documentation says.
func check<Value>(_ expected: String, _ value: Value, file: String = #filePath, line: Int = #line) {
  checked += 1
  let found = String(describing: value)
  if found != expected { fail("this is \(found), not \(expected)", file, line) }
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
