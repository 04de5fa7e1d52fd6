import FacetScanner
import Foundation

/// How fast files are cut into tokens, and read as declarations.
enum Speed {
  static func run(_ folders: [String]) async throws {
    let files = try contentsOfSwiftFiles(in: folders).map { SourceFile(path: $0.path, contents: $0.bytes) }
    let megabytes = Double(files.reduce(0) { $0 + $1.bytes.count }) / 1_000_000
    let clock = ContinuousClock()
    var lexing: [Double] = []
    var reading: [Double] = []
    var checking: [Double] = []
    var count = 0
    for _ in 0..<9 {
      count = 0
      lexing.append(seconds(clock.measure { for file in files { count += TokenBuffer(file).count } }))
      reading.append(
        seconds(
          clock.measure {
            for file in files { count += DeclarationParser.declarations(of: TokenBuffer(file)).count }
          }))
    }
    for _ in 0..<9 {
      let start = clock.now
      count += await ContainerCheck(files).diagnostics.count
      checking.append(seconds(clock.now - start))
    }
    let (lexed, read) = (median(lexing), median(reading))
    print(
      "\(files.count) files, \(rounded(megabytes)) MB, medians of 9 runs (\(count) tokens and declarations)")
    print("tokens:        \(rounded(megabytes / lexed)) MB/s")
    print("declarations:  \(rounded(megabytes / read)) MB/s")
    print(
      "containers:    \(rounded(megabytes / median(checking))) MB/s, \(rounded(median(checking) * 1000)) ms")
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
