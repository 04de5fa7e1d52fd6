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

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}
