/// The names of the types in one text: with their enclosing types, without modules, and without `any` before a protocol.
///
/// Types that would print the same are written with their modules: `ModuleA.Store` and `ModuleB.Store`.
package struct TypeNames: Sendable {
  /// Writes no type with its module.
  static let short = TypeNames(of: [])

  /// The type of each name; `nil` for a name that several types share.
  private var types: [String: ObjectIdentifier?] = [:]
  /// The names of the protocols among the types and of Swift's, as the runtime gives them.
  private var protocols: Set<String> = [
    "Swift.Error", "Swift.Encodable", "Swift.Decodable", "Swift.CustomStringConvertible",
  ]

  /// Makes the names for a text in which these types and those of the keys may occur.
  package init(of keys: [ServiceKey], _ types: [Any.Type] = []) {
    for key in keys {
      add(key.serviceType)
      for type in key.argumentTypes { add(type) }
    }
    for type in types { add(type) }
  }

  @inline(never)
  private mutating func add(_ type: Any.Type) {
    let name = WrittenType.name(type, withModules: false)
    let isFirst = types[name] == nil || types[name] == ObjectIdentifier(type)
    types[name] = .some(isFirst ? ObjectIdentifier(type) : nil)
    if TypeNames.isProtocol(type), type != Any.self, type != AnyObject.self {
      let parts = RuntimeName.parts(of: type)
      // The first of several may be a class.
      protocols.formUnion(parts.count == 1 ? parts[...] : parts.dropFirst())
    }
  }

  package func name(_ type: Any.Type) -> String { WrittenType.name(type, withModules: isAmbiguous(type)) }

  /// Whether another type of the text has the same name.
  private func isAmbiguous(_ type: Any.Type) -> Bool {
    types[WrittenType.name(type, withModules: false)] == .some(nil)
  }

  /// The key in words, such as `'Tea' named "green" with arguments (Int)`.
  package func text(for key: ServiceKey) -> String {
    var text = "'\(name(key.serviceType))'"
    if let name = key.quotedName { text += " named " + name }
    let types = key.argumentTypes.map(name)
    if !types.isEmpty { text += " with arguments (\(types.joined(separator: ", ")))" }
    if let option = key.option { text += " with option \(option)" }
    return text
  }

  /// Whether a type is a protocol type.
  ///
  /// The printed names tell: `Tea.Protocol` for the metatype, and `any` before a protocol with constraints.
  static func isProtocol(_ type: Any.Type) -> Bool {
    String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
      || String(describing: type).hasPrefix("any ")
  }

  // MARK: - Code

  /// The type as code that compiles, even if a protocol must be written `any Tea`.
  ///
  /// A protocol within another type is recognized in optionals, arrays, dictionaries and results. It is also recognized if it is constrained, a
  /// part of a composition, or a type of the text. For other types, the runtime does not say that they are protocols.
  package func code(_ type: Any.Type) -> String {
    if let generic = type as? any GenericType.Type {
      return "\(name(type).prefix { $0 != "<" })<\(generic.arguments.map(code).joined(separator: ", "))>"
    }
    let isProtocol = TypeNames.isProtocol(type) && type != Any.self && type != AnyObject.self
    var runtimeName = String(reflecting: type)
    let isMetatype = runtimeName.hasSuffix(".Protocol")
    if isMetatype { runtimeName = "any " + runtimeName.dropLast(".Protocol".count) }
    let code = WrittenType.name(
      reading: RuntimeName.written(
        isProtocol && !runtimeName.hasPrefix("any ") ? "any " + runtimeName : runtimeName,
        protocols: protocols, asCode: true),
      withModules: isAmbiguous(type))
    return isMetatype ? "(any \(code)).Type" : isProtocol ? "any " + code : code
  }

  /// Whether code can safely name the type.
  ///
  /// It cannot if a protocol has several constraints, because the runtime does not tell their order. Nor can it if a function or a tuple has a
  /// type that may be a protocol.
  func isWritable(_ type: Any.Type) -> Bool {
    if let generic = type as? any GenericType.Type { return generic.arguments.allSatisfy(isWritable) }
    if code(type).contains("…") { return false }
    let runtimeName = String(reflecting: type)
    guard runtimeName.contains("->") || runtimeName.hasPrefix("("), !TypeNames.isProtocol(type) else {
      return true
    }
    return RuntimeName.names(in: runtimeName).allSatisfy {
      $0.hasPrefix("Swift.") || protocols.contains($0)
    }
  }

  /// The type as an expression, such as `Tea.self` or `(any Tea).self`.
  package func metatype(_ type: Any.Type) -> String {
    let code = code(type)
    let isSimple =
      !code.hasPrefix("any ") && !code.contains("->")
      && (code.hasSuffix(">") || code.hasSuffix(").Type") || !code.contains(" "))
    return isSimple ? "\(code).self" : "(\(code)).self"
  }
}

/// A type whose generic arguments are known without the runtime.
private protocol GenericType {
  static var arguments: [Any.Type] { get }
}

extension Optional: GenericType {
  fileprivate static var arguments: [Any.Type] { [Wrapped.self] }
}

extension Array: GenericType {
  fileprivate static var arguments: [Any.Type] { [Element.self] }
}

extension Dictionary: GenericType {
  fileprivate static var arguments: [Any.Type] { [Key.self, Value.self] }
}

extension Result: GenericType {
  fileprivate static var arguments: [Any.Type] { [Success.self, Failure.self] }
}

/// The name of a type alone: without modules and enclosing types, and without `any` before a protocol.
package func typeName(_ type: Any.Type) -> String {
  WrittenType.name(reading: RuntimeName.written(String(describing: type)), withModules: true)
}

/// Writes a type as in its author's code, from the runtime's name.
private struct WrittenType {
  private let text: [UInt8]
  private var place = 0
  private var written: [UInt8] = []

  static func name(_ type: Any.Type, withModules: Bool) -> String {
    name(reading: RuntimeName.written(String(reflecting: type)), withModules: withModules)
  }

  @inline(never)
  static func name(reading text: String, withModules: Bool) -> String {
    var type = WrittenType(text: Array(text.utf8))
    _ = type.skip("any ")
    type.read(withModules: withModules)
    return String(decoding: type.written, as: UTF8.self)
  }

  private init(text: [UInt8]) { self.text = text }

  private var byte: UInt8? { place < text.count ? text[place] : nil }

  private mutating func read(withModules: Bool) {
    /// The start of the current path, and whether its next name is the first one, which is a module.
    var (start, isStart) = (0, true)
    /// How many packs are open: `Provider<Model, Pack{Int}>` is written `Provider<Model, Int>`.
    var packs = 0
    while let byte {
      if skip("(unknown context at ") {
        // A file or a function: within it, the type is named without its context.
        skipContext()
        if !withModules { written.removeSubrange(start...) }
      } else if skip("(extension in ") {
        skipContext()
      } else if let name = privateName {
        // With the name of its file: `(Tea in _5F2A)`.
        written += text[name]
        skipContext()
        place -= 1
        isStart = false
      } else if skip(", Pack{}") {
        continue
      } else if skip("Pack{") {
        packs += 1
      } else if byte == UInt8(ascii: "}"), packs > 0 {
        packs -= 1
        place += 1
      } else if WrittenType.isName(byte) {
        readName(isModule: isStart && !withModules)
        isStart = false
      } else {
        written.append(byte)
        place += 1
        if byte == UInt8(ascii: ".") { isStart = false } else { (start, isStart) = (written.count, true) }
      }
    }
  }

  /// Reads a name of a path; skips a module and the separator after it.
  private mutating func readName(isModule: Bool) {
    let start = place
    let isQuoted = byte == UInt8(ascii: "`")
    repeat {
      place += 1
    } while byte.map { isQuoted ? $0 != UInt8(ascii: "`") : WrittenType.isName($0) } ?? false
    if isQuoted, byte != nil { place += 1 }
    if isModule, byte == UInt8(ascii: ".") {
      place += 1
    } else {
      written += text[start..<place]
    }
  }

  /// Skips the rest of the parentheses, and the separator before a name.
  private mutating func skipContext() {
    while let byte, byte != UInt8(ascii: ")") { place += 1 }
    place += 2
  }

  /// The range of the name of a private protocol with constraints, if one comes next.
  private var privateName: Range<Int>? {
    guard byte == UInt8(ascii: "(") else { return nil }
    let start = place + 1
    let end = text[start...].firstIndex { !WrittenType.isName($0) } ?? text.endIndex
    return text[end...].starts(with: " in _".utf8) ? start..<end : nil
  }

  /// Skips a piece of the runtime's text, if it comes next.
  private mutating func skip(_ piece: String) -> Bool {
    guard text[place...].starts(with: piece.utf8) else { return false }
    place += piece.utf8.count
    return true
  }

  /// Whether a byte is a part of a name, or a backtick.
  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }
}
