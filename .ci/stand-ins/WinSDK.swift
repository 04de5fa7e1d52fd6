// Stands in for the module of the toolchain for Windows that has this name: what C has no words for.
@_exported import WinSDK
@_exported import ucrt

/// `BOOL`, which the compiler turns into `Bool` where a function takes or returns it.
@frozen
public struct WindowsBool: ExpressibleByBooleanLiteral {
  var value: Int32
  public var boolValue: Bool { value != 0 }
  public init(booleanLiteral value: Bool) { self.init(value) }
  public init(_ value: Bool) { self.value = value ? 1 : 0 }
}

public func _convertBoolToWindowsBool(_ value: Bool) -> WindowsBool { WindowsBool(value) }
public func _convertWindowsBoolToBool(_ value: WindowsBool) -> Bool { value.boolValue }

public var INVALID_HANDLE_VALUE: HANDLE { HANDLE(bitPattern: -1)! }
