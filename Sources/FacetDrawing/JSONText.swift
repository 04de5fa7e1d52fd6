/// Text as a string of JSON.
package enum JSONText {
  package static func quoted(_ text: String) -> String {
    let escaped = text.escaped(["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"]) {
      guard $0.value < 0x20 else { return String($0) }
      let digits = String($0.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
    return "\"\(escaped)\""
  }
}
