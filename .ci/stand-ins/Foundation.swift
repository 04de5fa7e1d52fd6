// Stands in for Foundation as it is on Apple's systems; see .ci/platforms. Only what the programs use: a new call needs a line here, and the
// compiler says so. What is newer than macOS 10.15 says so.
@_exported import Darwin
@_exported import Dispatch

// MARK: - Data and files

public struct Data: RandomAccessCollection, RangeReplaceableCollection, Sendable {
  public init() {}
  public init(contentsOf url: URL) throws {}
  public var startIndex: Int { 0 }
  public var endIndex: Int { 0 }
  public subscript(index: Int) -> UInt8 { 0 }
  public mutating func replaceSubrange(_ range: Range<Int>, with bytes: some Collection<UInt8>) {}
  public func write(to url: URL) throws {}
}
public struct URL: Hashable, Sendable {
  public init(fileURLWithPath path: String) {}
  public var path: String { "" }
  public var standardized: URL { self }
  @available(macOS 13.0, *) public func appending(path: String) -> URL { self }
  public func appendingPathComponent(_ name: String) -> URL { self }
  public func deletingLastPathComponent() -> URL { self }
  public func resolvingSymlinksInPath() -> URL { self }
}
public final class FileManager {
  public static nonisolated(unsafe) let `default` = FileManager()
  public var temporaryDirectory: URL { fatalError() }
  public func fileExists(atPath path: String) -> Bool { false }
  public func isExecutableFile(atPath path: String) -> Bool { false }
  public func contents(atPath path: String) -> Data? { nil }
  public func enumerator(atPath path: String) -> AnySequence<Any>? { nil }
  public func createDirectory(at url: URL, withIntermediateDirectories: Bool) throws {}
  public func removeItem(at url: URL) throws {}
}
public final class FileHandle: Sendable {
  public static let standardError = FileHandle(), standardOutput = FileHandle(), nullDevice = FileHandle()
  public func write(_ data: Data) {}
  public func write(contentsOf data: Data) throws {}
  public var availableData: Data { Data() }
  public func readDataToEndOfFile() -> Data { Data() }
}
public final class Bundle: @unchecked Sendable {
  public static let main = Bundle(), module = Bundle()
  public static var allBundles: [Bundle] { [] }
  public var bundlePath: String { "" }
  public var bundleURL: URL { fatalError() }
  public func path(forResource name: String?, ofType type: String?) -> String? { nil }
  public func path(forResource name: String?, ofType type: String?, inDirectory folder: String?) -> String? { nil }
  public func url(forResource name: String?, withExtension type: String?, subdirectory folder: String?) -> URL? { nil }
}
public struct CocoaError: Error {
  public struct Code { public static let fileNoSuchFile = Code() }
  public init(_ code: Code, userInfo: [String: Any] = [:]) {}
}
public let NSFilePathErrorKey = ""

// MARK: - Texts

extension String {
  public struct Encoding { public static let utf8 = Encoding() }
  public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
  public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
  public init(format: String, _ arguments: any CVarArg...) { fatalError() }
}
extension StringProtocol {
  public func components(separatedBy separator: String) -> [String] { [] }
  public func trimmingCharacters(in set: CharacterSet) -> String { "" }
  public func contains(_ other: some StringProtocol) -> Bool { false }
  public func padding(toLength length: Int, withPad pad: some StringProtocol, startingAt index: Int) -> String { "" }
  public func replacingOccurrences(of target: some StringProtocol, with replacement: some StringProtocol) -> String { "" }
}
public struct CharacterSet: Sendable { public static let whitespaces = CharacterSet() }
extension Error { public var localizedDescription: String { "" } }
public struct UUID { public init() {} public var uuidString: String { "" } }

public struct NSRange { public init(_ range: some RangeExpression<String.Index>, in text: some StringProtocol) {} }
extension Range<String.Index> { public init?(_ range: NSRange, in text: some StringProtocol) { nil } }
public class NSTextCheckingResult {
  public func range(at group: Int) -> NSRange { fatalError() }
  public var numberOfRanges: Int { 0 }
}
public final class NSRegularExpression: @unchecked Sendable {
  public struct MatchingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public init(pattern: String) throws {}
  public func firstMatch(in text: String, options: MatchingOptions = [], range: NSRange) -> NSTextCheckingResult? { nil }
}

// MARK: - Days and times

public typealias TimeInterval = Double
public struct Date: Comparable, Hashable, Sendable {
  public init() {}
  public init(timeIntervalSinceNow seconds: TimeInterval) {}
  public func timeIntervalSince(_ other: Date) -> TimeInterval { 0 }
  public static func < (left: Date, right: Date) -> Bool { false }
}
public struct Locale: Sendable { public init(identifier: String) {} }
public struct TimeZone: Sendable { public init?(secondsFromGMT seconds: Int) {} }
public class DateFormatter {
  public init() {}
  public var locale: Locale!
  public var timeZone: TimeZone!
  public var dateFormat: String!
  public func date(from text: String) -> Date? { nil }
  public func string(from date: Date) -> String { "" }
}
public class ISO8601DateFormatter {
  public init() {}
  public func string(from date: Date) -> String { "" }
}

// MARK: - JSON

public final class JSONDecoder {
  public init() {}
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}
public final class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public static let sortedKeys = OutputFormatting(rawValue: 1), withoutEscapingSlashes = OutputFormatting(rawValue: 2)
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public init() {}
  public var outputFormatting: OutputFormatting = []
  public func encode(_ value: some Encodable) throws -> Data { Data() }
}
public enum JSONSerialization {
  public struct WritingOptions: OptionSet, Sendable {
    public static let sortedKeys = WritingOptions(rawValue: 1)
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public static func data(withJSONObject object: Any, options: WritingOptions) throws -> Data { Data() }
}

// MARK: - Threads and processes

public final class NSMutableDictionary { public subscript(key: Any) -> Any? { get { nil } set {} } }
public class NSLock: @unchecked Sendable {
  public init() {}
  @available(*, noasync) public func lock() {}
  @available(*, noasync) public func unlock() {}
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { fatalError() }
}
public final class NSRecursiveLock: NSLock, @unchecked Sendable {}
public final class NSCondition: NSLock, @unchecked Sendable {
  @available(*, noasync) public func wait(until date: Date) -> Bool { false }
  public func broadcast() {}
}
public final class Thread: @unchecked Sendable {
  public init(block: @escaping @Sendable () -> Void) {}
  public var stackSize: Int { get { 0 } set {} }
  public func start() {}
  public static func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  public static var current: Thread { fatalError() }
  public static var isMainThread: Bool { false }
  public var threadDictionary: NSMutableDictionary { fatalError() }
  public static func sleep(forTimeInterval seconds: TimeInterval) {}
}
public final class Pipe: @unchecked Sendable {
  public init() {}
  public var fileHandleForReading: FileHandle { fatalError() }
  public var fileHandleForWriting: FileHandle { fatalError() }
}
public final class Process: @unchecked Sendable {
  public init() {}
  public var executableURL, currentDirectoryURL: URL?
  public var arguments: [String]?
  public var standardInput, standardOutput, standardError: Any?
  public var processIdentifier, terminationStatus: Int32 { 0 }
  public enum TerminationReason: Sendable { case exit, uncaughtSignal }
  public var terminationReason: TerminationReason { .exit }
  public func run() throws {}
  public func waitUntilExit() {}
}
public final class ProcessInfo: Sendable {
  public static let processInfo = ProcessInfo()
  public var environment: [String: String] { [:] }
  public var systemUptime: TimeInterval { 0 }
}
