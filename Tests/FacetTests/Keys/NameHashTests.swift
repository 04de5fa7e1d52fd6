import Foundation
import Testing

@testable import Facet

/// The hash of names, which has to agree with their equality.
@Suite(.timeLimit(.minutes(5))) struct NameHashTests {
  /// Texts that are equal, though their bytes differ.
  private static let twins = [
    ("K", "\u{212A}"), (";", "\u{37E}"), ("`", "\u{1FEF}"), ("é", "e\u{301}"), ("Å", "\u{212B}"),
    ("\u{212B}", "A\u{30A}"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("\u{1E69}", "s\u{307}\u{323}"),
    ("K\u{301}", "\u{212A}\u{301}"), ("\u{212A}é", "Ke\u{301}"), ("Ω", "\u{2126}"),
  ]

  @Test(arguments: twins) func `equal names have equal hashes`(left: String, right: String) {
    #expect(left == right)
    #expect(left.cheapHash == right.cheapHash)
  }

  @Test(arguments: twins) func `equal names have equal hashes wherever they differ in a long text`(
    left: String, right: String
  ) {
    let long = "a name of more than a few words of memory"
    for (before, after) in [("", long), (long, ""), (long, long), ("seven b", ""), ("", "seven b")] {
      #expect((before + left + after).cheapHash == (before + right + after).cheapHash)
    }
  }

  @Test func `every character hashes like the one that it is equal to`() {
    let scalars = [
      0x80...0xD7FF, 0xE000...0xFFFF, 0x1D15E...0x1D1C0, 0x2F800...0x2FA1D,
    ].joined().compactMap(Unicode.Scalar.init)
    let characters = scalars.map { String(Character($0)) }
    // All that hash like their decomposition and are equal to it may be dropped; nothing may be left.
    let decomposed = characters.map { ($0, $0.decomposedStringWithCanonicalMapping) }
    let different = decomposed.filter { !$0.0.unicodeScalars.elementsEqual($0.1.unicodeScalars) }
    #expect(different.count > 10_000)
    let wrong = different.filter { $0.0 == $0.1 && $0.0.cheapHash != $0.1.cheapHash }
    #expect(wrong.prefix(9).map(\.0) == [])
  }

  @Test func `names that differ a little have different hashes`() {
    let names = ["", " ", "a", "b", "ab", "ba", "abcdefgh", "abcdefgi", "abcdefghi", "abcdefgh ", "é", "e"]
    #expect(Set(names.map(\.cheapHash)).count == names.count)
    let numbered = (0..<10_000).map { "service number \($0)".cheapHash }
    #expect(Set(numbered).count == numbered.count)
  }

  @Test func `a substring and a copy hash like the text`() {
    let text = "prefix:name"
    #expect(String(text.dropFirst(7)).cheapHash == "name".cheapHash)
    #expect(String(decoding: Array("name".utf8), as: UTF8.self).cheapHash == "name".cheapHash)
  }

  @Test func `keys and look-ups of equal names agree`() {
    let (left, right) = (Lookup(Tea.self, nil, "Cafe\u{301}"), Lookup(Tea.self, nil, "Café"))
    #expect(left.hash == right.hash)
    let keys: Set = [ServiceKey(Tea.self, name: "Cafe\u{301}"), ServiceKey(Tea.self, name: "Café")]
    #expect(keys.count == 1)
  }
}
