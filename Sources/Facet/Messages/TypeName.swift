/// The names of the types in one text: with their enclosing types, without modules, and without `any` before a protocol.
///
/// Types that would print the same are written with their modules: `ModuleA.Store` and `ModuleB.Store`.
package struct TypeNames: Sendable {
  /// Writes no type with its module.
  static let short = TypeNames(of: [])

  /// The type of each name; `nil` for a name that several types share.
  private var types: [String: ObjectIdentifier?] = [:]

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
  }

  package func name(_ type: Any.Type) -> String {
    ShortType.name(WrittenType.name(type, withModules: isAmbiguous(type)))
  }

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
    return text
  }

  /// Whether a type is a protocol type.
  ///
  /// The printed names tell: `Tea.Protocol` for the metatype, and `any` before a protocol with constraints.
  static func isProtocol(_ type: Any.Type) -> Bool {
    String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
      || String(describing: type).hasPrefix("any ")
  }

  /// The protocols and the class of a composition; the type itself if it is not one.
  static func parts(of type: Any.Type) -> Set<String> {
    let name = String(reflecting: type)
    let composition = name.hasPrefix("any ") ? name.dropFirst(4) : name[...]
    return Set(
      composition.split(separator: "&").map { String($0.split(separator: " ").joined(separator: " ")) })
  }

  // MARK: - Code

  /// The type as code that compiles, even if a protocol must be written `any Tea`.
  ///
  /// The runtime does not say which arguments of a generic type are protocols: only those of Swift's common types and of wrappers are known.
  package func code(_ type: Any.Type) -> String {
    let arguments = TypeNames.genericArguments(of: type)
    if !arguments.isEmpty {
      let generic = WrittenType.name(type, withModules: isAmbiguous(type)).prefix { $0 != "<" }
      return ShortType.name(
        "\(ShortType.alias(String(generic)))<\(arguments.map(code).joined(separator: ", "))>")
    }
    let isProtocol = TypeNames.isProtocol(type) && type != Any.self && type != AnyObject.self
    return isProtocol ? "any " + name(type) : name(type)
  }

  /// Whether code can safely name the type.
  ///
  /// The code cannot name a protocol with constraints, whose order the runtime does not tell; nor a function or a tuple, whose parts may be protocols.
  func isWritable(_ type: Any.Type) -> Bool {
    let arguments = TypeNames.genericArguments(of: type)
    if !arguments.isEmpty { return arguments.allSatisfy(isWritable) }
    let name = name(type)
    let isSpecial = name.contains { "=-(".contains($0) } || name.contains("<") && name.contains("&")
    return !isSpecial && !name.hasSuffix(".Protocol")
  }

  /// The type as an expression, such as `Tea.self` or `(any Tea).self`.
  package func metatype(_ type: Any.Type) -> String {
    let code = code(type)
    return code.hasPrefix("any ") ? "(\(code)).self" : "\(code).self"
  }

  /// The generic arguments of a type, if they are known without the runtime.
  private static func genericArguments(of type: Any.Type) -> [Any.Type] {
    if let generic = type as? any GenericType.Type { return generic.arguments }
    guard let wrapper = type as? any ServiceWrapper.Type else { return [] }
    return [wrapper.wrappedType] + Facet.argumentTypes(of: wrapper.argumentsAtUse)
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
  WrittenType.name(reading: String(describing: type), withModules: true)
}

/// Writes a type as in its author's code, from the runtime's name.
private struct WrittenType {
  private let text: [UInt8]
  private var place = 0
  private var written: [UInt8] = []

  static func name(_ type: Any.Type, withModules: Bool) -> String {
    name(reading: String(reflecting: type), withModules: withModules)
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
      } else if skip("Self.") || skip(", Pack{}") {
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

extension ServiceKey: CustomStringConvertible {
  /// The key in words, such as `'Tea' named "green" with arguments (Int)`.
  public var description: String { TypeNames.short.text(for: self) }
}
