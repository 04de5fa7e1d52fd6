import FacetContainerCheck
import FacetStaticCheck
import FacetSyntax
import Foundation

/// Reads broken versions of real files.
///
/// Run it under the address sanitizer: `swift run --sanitize=address --scratch-path .build-asan ScannerTrials
/// fuzz 3000 Tests Sources`.
enum Fuzz {
  /// More than this for one input of at most a few hundred kilobytes is a hang.
  private static let longest = 5.0

  /// - Returns: Whether all went well.
  static func run(count: Int, folders: [String]) async throws -> Bool {
    let seeds = try contentsOfSwiftFiles(in: folders).map(\.bytes).filter { !$0.isEmpty && $0.count < 50_000 }
    guard !seeds.isEmpty else { return false }
    var generator = SplitMix(state: 0x5EED)
    var (reported, written, findings, failures) = (0, 0, 0, 0)
    var slowest = 0.0
    for number in 0..<count {
      let bytes = Mutation.mutate(seeds[generator.below(seeds.count)], seeds, &generator)
      let files = [SourceFile(path: "Fuzz.swift", contents: bytes)]
      let start = ProcessInfo.processInfo.systemUptime
      let generation = Generation(files, moduleName: "Fuzz")
      let check = await ContainerCheck(files)
      findings += check.diagnostics.count
      let time = ProcessInfo.processInfo.systemUptime - start
      slowest = max(slowest, time)
      reported += generation.diagnostics.isEmpty ? 0 : 1
      written += generation.resolverCount > 0 && generation.text != nil ? 1 : 0
      let isSilent = generation.text == nil && generation.diagnostics.isEmpty
      if isSilent || time > longest {
        failures += 1
        print("input \(number): \(isSilent ? "neither a text nor a message" : "took \(Int(time)) s")")
      }
    }
    print(
      "\(count) inputs: \(reported) with messages, \(written) with a generated resolver, \(findings) findings about containers; slowest \(Int(slowest * 1000)) ms, "
        + "memory \(peakMegabytes()) MB, failures \(failures)")
    return failures == 0
  }
}

/// Ways to break a file.
enum Mutation {
  private static let fragments: [String] = [
    "{", "}", "(", ")", "[", "]", "<", ">", "\"", "\"\"\"", "#\"", "\"#", "\\(", "/*", "*/", "//", "/", "#/",
    "`", "@",
    "#if X\n", "#else\n", "#endif\n", "import FacetStatic\n", "struct R: Resolver {", "enum Key {",
    "typealias A = Int\n", "typealias Output = Key.A\n",
    "func f(a: Key.A, b: Lazy<Key.B>) throws -> Key.B {}\n",
    "extension R {", "where T: U", "->", "async throws(E)", "...", "é", "\u{1F600}", "\u{FEFF}", "\r\n", "\0",
  ]

  static func mutate(_ seed: [UInt8], _ seeds: [[UInt8]], _ generator: inout SplitMix) -> [UInt8] {
    var bytes = seed
    for _ in 0...generator.below(6) {
      let start = generator.below(bytes.count + 1)
      let end = min(bytes.count, start + generator.below(200))
      switch generator.below(9) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.removeSubrange(start...)
      case 2: bytes.removeSubrange(..<start)
      case 3: bytes.insert(contentsOf: bytes[start..<end], at: generator.below(bytes.count + 1))
      case 4: bytes.insert(UInt8(generator.below(256)), at: start)
      case 5: for index in start..<end { bytes[index] = UInt8(generator.below(256)) }
      case 6:
        let fragment = Array(fragments[generator.below(fragments.count)].utf8)
        let repetitions = generator.below(20) == 0 ? generator.below(10_000) : 1 + generator.below(3)
        bytes.insert(contentsOf: Array(repeatElement(fragment, count: repetitions).joined()), at: start)
      case 7:
        let other = seeds[generator.below(seeds.count)]
        let from = generator.below(other.count)
        bytes.insert(contentsOf: other[from..<min(other.count, from + 500)], at: start)
      default: if start < bytes.count { bytes[start] ^= UInt8(1 << generator.below(8)) }
      }
    }
    return bytes
  }
}

/// A small generator of numbers, so that every run reads the same inputs.
struct SplitMix {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(max(1, limit)))
  }
}
