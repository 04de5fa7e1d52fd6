// Stands in for XCTest as it is on Apple's systems; see .ci/platforms. Only what the sources use. There it is a class of Objective-C.
@_nonSendable
open class XCTestCase {
  public init() {}
  open var name: String { "" }
  open func setUp() {}
  open func tearDown() {}
  open func invokeTest() {}
  #if canImport(Darwin)
    open func record(_ issue: XCTIssue) {}
  #else
    open func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {}
  #endif
}

public struct XCTIssue {
  public enum IssueType { case assertionFailure }
  public init(type: IssueType, compactDescription: String) {}
}

public func XCTAssert(_ condition: @autoclosure () throws -> Bool, _ message: String = "") {}
public func XCTAssertFalse(_ condition: @autoclosure () throws -> Bool, _ message: String = "") {}
public func XCTAssertNil(_ value: @autoclosure () throws -> Any?) {}
public func XCTAssertNotNil(_ value: @autoclosure () throws -> Any?) {}
public func XCTAssertEqual<Value: Equatable>(_ one: @autoclosure () throws -> Value, _ other: @autoclosure () throws -> Value) {}
public func XCTSkipUnless(_ condition: @autoclosure () throws -> Bool, _ message: String = "") throws {}
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}
