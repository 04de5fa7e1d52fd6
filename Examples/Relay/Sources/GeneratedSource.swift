/// Lines as a server writes them, without end if need be: what the pipeline is measured with.
///
/// The same number of lines is the same text each time.
actor GeneratedSource: LineSource {
  private let name: String
  private let total: Int
  private let shutdown: Shutdown
  private var lineCount = 0
  private var random: UInt32 = 1
  private let batchSize = 4_000

  init(_ name: String, lines: Int, shutdown: Shutdown) {
    self.name = name
    total = lines
    self.shutdown = shutdown
  }

  func next() throws -> Batch? {
    guard lineCount < total else { return nil }
    try shutdown.check(name, after: lineCount)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(batchSize * 96)
    let end = min(total, lineCount + batchSize)
    for number in lineCount..<end { appendLine(number, to: &bytes) }
    let batch = Batch(bytes, of: name, after: lineCount)
    lineCount = end
    return batch
  }

  func close() {}

  /// Three lines of an access log, then one of an application.
  private func appendLine(_ number: Int, to bytes: inout [UInt8]) {
    let second = number / 50 % 86_400
    let path = paths[draw(paths.count)]
    if number % 4 < 3 {
      bytes += "203.0.113.".utf8
      bytes.append(decimal: draw(256))
      bytes += " - - [14/Mar/2026:".utf8
      bytes.append(timeOfDay: second)
      bytes += " +0100] \"GET ".utf8
      bytes += path.utf8
      bytes += " HTTP/1.1\" 200 ".utf8
      bytes.append(decimal: draw(20_000))
    } else {
      bytes += "time=2026-03-14T".utf8
      bytes.append(timeOfDay: second)
      bytes += "+01:00 level=info path=".utf8
      bytes += path.utf8
      bytes += " msg=\"answered in ".utf8
      bytes.append(decimal: draw(300))
      bytes += " ms\"".utf8
    }
    bytes.append(.lineFeed)
  }

  private let paths: [String] = [
    "/tickets", "/tickets/7", "/timetable", "/timetable/winter", "/pay", "/pay/receipt", "/health", "/about",
  ]

  private func draw(_ bound: Int) -> Int {
    random = random &* 1_664_525 &+ 1_013_904_223
    return Int(random >> 8) % bound
  }
}

extension [UInt8] {
  fileprivate mutating func append(timeOfDay second: Int) {
    append(decimal: second / 3_600, digits: 2)
    append(UInt8(ascii: ":"))
    append(decimal: second / 60 % 60, digits: 2)
    append(UInt8(ascii: ":"))
    append(decimal: second % 60, digits: 2)
  }
}
