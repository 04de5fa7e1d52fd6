import FacetContainerCheck
import FacetStaticCheck
import FacetSyntax
import Foundation

/// How fast files are cut into tokens, read as declarations, and checked for resolvers and containers.
enum Speed {
  static func run(_ folders: [String]) async throws {
    let files = try contentsOfSwiftFiles(in: folders).map { SourceFile(path: $0.path, contents: $0.bytes) }
    let megabytes = Double(files.reduce(0) { $0 + $1.bytes.count }) / 1_000_000
    let clock = ContinuousClock()
    var lexing: [Double] = []
    var reading: [Double] = []
    var resolvers: [Double] = []
    var containers: [Double] = []
    var count = 0
    for _ in 0..<9 {
      count = 0
      lexing.append(seconds(clock.measure { for file in files { count += TokenBuffer(file).count } }))
      reading.append(
        seconds(
          clock.measure {
            for file in files { count += DeclarationParser.declarations(of: TokenBuffer(file)).count }
          }))
      resolvers.append(
        seconds(clock.measure { count += Generation(files, moduleName: "Trial").resolverCount }))
      let start = clock.now
      count += await ContainerCheck(files).diagnostics.count
      containers.append(seconds(clock.now - start))
    }
    let (lexed, read) = (median(lexing), median(reading))
    print(
      "\(files.count) files, \(rounded(megabytes)) MB, medians of 9 runs (\(count) tokens and declarations)")
    print("tokens:        \(rounded(megabytes / lexed)) MB/s")
    print("declarations:  \(rounded(megabytes / read)) MB/s")
    print("resolvers:     \(rounded(megabytes / median(resolvers))) MB/s")
    let whole = median(resolvers) + median(containers)
    print(
      "containers:    \(rounded(megabytes / median(containers))) MB/s, \(rounded(median(containers) * 1000)) ms"
    )
    print("whole check:   \(rounded(megabytes / whole)) MB/s, \(rounded(whole * 1000)) ms")
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
