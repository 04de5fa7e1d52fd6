import Testing

@Suite("The clinic refuses a text that is not JSON, and says where it breaks", .timeLimit(.minutes(5)))
struct ClinicSyntaxTests {
  @Test("An empty file is refused")
  func empty() throws {
    try expectRefusal(
      of: "",
      saying: """
        day.json:1:1: Expected a value, found the end of the file.

        To fix this, write a text in double quotes, a number such as 4.2, true, false, null, a list or an object.
        """)
  }

  @Test("Half a file is refused, with the line of what is open")
  func half() throws {
    let text = SampleSheet().text
    let whole = try #require(text.firstRange(of: #""owl""#))
    try expectRefusal(
      of: text[..<whole.lowerBound] + #""owl","#,
      saying: """
        day.json:8:19: The file ends inside the object that begins in line 8.

        To fix this, close it with '}'; perhaps the file was not copied whole.
        """)
  }

  @Test("A missing comma is refused at its place")
  func missingComma() throws {
    try expectRefusal(
      of: SampleSheet(weight: "9.1 ", dogOwner: #""owner": "omar""#).text,
      saying: """
        day.json:7:71: Expected a comma or '}', found a text.

        To fix this, put a comma between two elements, or close with '}'.
        """)
  }

  @Test("A comma after the last element is refused at its place")
  func trailingComma() throws {
    try expectRefusal(
      of: SampleSheet(owlOwner: ",").text,
      saying: """
        day.json:8:72: A comma stands after the last element.

        To fix this, remove the comma.
        """)
  }

  @Test("A missing colon is refused at its place")
  func missingColon() throws {
    try expectRefusal(
      of: SampleSheet().text.replacing(#""date":"#, with: #""date""#),
      saying: """
        day.json:2:10: Expected a colon after the key "date", found a text.

        To fix this, write "date": …
        """)
  }

  @Test("A word without quotes is refused at its place")
  func bareWord() throws {
    try expectRefusal(
      of: SampleSheet(weight: "heavy").text,
      saying: """
        day.json:7:67: Expected a value, found "heavy".

        To fix this, write a text in double quotes, a number such as 4.2, true, false, null, a list or an object.
        """)
  }

  @Test("A key without quotes is refused at its place")
  func bareKey() throws {
    try expectRefusal(
      of: SampleSheet().text.replacing(#""date""#, with: "date"),
      saying: """
        day.json:2:3: Expected a key, found "d".

        To fix this, write the key in double quotes: "name": …
        """)
  }

  @Test("A text without end is refused where it begins")
  func openText() throws {
    try expectRefusal(
      of: #"{ "date": "2025-05-14 }"#,
      saying: """
        day.json:1:11: The text that begins here has no end.

        To fix this, close it with a double quote.
        """)
  }

  @Test("A text over two lines is refused where the line ends")
  func brokenText() throws {
    try expectRefusal(
      of: SampleSheet(reason: "inj\nury").text,
      saying: #"""
        day.json:12:70: A text goes over the end of its line, or has a control character in it.

        To fix this, close it with a double quote, or write \n for a new line and \t for a tab.
        """#)
  }

  @Test("A backslash that means nothing is refused")
  func escape() throws {
    try expectRefusal(
      of: SampleSheet(reason: #"inj\ury"#).text,
      saying: #"""
        day.json:12:66: The text that begins here has a backslash that means nothing.

        To fix this, write \\ for a backslash, \" for a quote, \n for a new line.
        """#)
  }

  @Test("A number that is too large is refused at its place")
  func largeNumber() throws {
    try expectRefusal(
      of: SampleSheet(weight: "1e400").text,
      saying: """
        day.json:7:67: The number 1e400 is too large.

        To fix this, write a smaller number.
        """)
  }

  @Test("A key that stands twice is refused at its second place")
  func duplicateKey() throws {
    try expectRefusal(
      of: SampleSheet(dogOwner: #", "owner": "omar", "id": "dog""#).text,
      saying: """
        day.json:7:89: The key "id" stands twice in one object.

        To fix this, remove or rename one of the two.
        """)
  }

  @Test("Text after the end is refused")
  func trailingText() throws {
    try expectRefusal(
      of: SampleSheet().text + "{}",
      saying: """
        day.json:15:1: The sheet has ended, but "{" follows.

        To fix this, remove what follows the last '}'.
        """)
  }

  @Test("A hundred thousand open lists are refused, not overflowed")
  func deepNesting() throws {
    try expectRefusal(
      of: String(repeating: "[", count: 100_000),
      saying: """
        day.json:1:33: The lists and objects are nested too deep.

        To fix this, keep to the three levels of a sheet.
        """)
  }

  @Test("JSON of another kind is refused")
  func otherJSON() throws {
    try expectRefusal(
      of: "[1, 2]",
      saying: """
        day.json:1:1: Expected an object in { } here.

        To fix this, replace this value by an object in { }.
        """)
  }
}
