/// What a service is registered and looked up by.
public struct ServiceKey: Sendable {
  /// The type that is asked for.
  public let serviceType: Any.Type

  /// The name, if one was given.
  public let name: String?

  /// The exact static types of the arguments, in order.
  public let argumentTypes: [Any.Type]

  /// The extension's part of the key.
  public let option: (any ServiceKeyOption)?

  init(
    serviceType: Any.Type, name: String? = nil, argumentTypes: [Any.Type] = [],
    option: (any ServiceKeyOption)? = nil
  ) {
    self.serviceType = serviceType
    self.name = name
    self.argumentTypes = argumentTypes
    self.option = option
  }
}

extension ServiceKey: Hashable {
  /// Whether both keys find the same registration.
  public static func == (left: ServiceKey, right: ServiceKey) -> Bool {
    left.serviceType == right.serviceType && left.name == right.name
      && left.argumentTypes.map(ObjectIdentifier.init) == right.argumentTypes.map(ObjectIdentifier.init)
      && left.option.map(OptionBox.init) == right.option.map(OptionBox.init)
  }

  /// Feeds all parts into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(serviceType))
    hasher.combine(name)
    hasher.combine(argumentTypes.map(ObjectIdentifier.init))
    option?.hash(into: &hasher)
  }
}

extension ServiceKey: CustomStringConvertible {
  /// The key in words, such as `'Tea' named "green" with arguments (Int)`.
  public var description: String {
    var words = "'\(typeName(serviceType))'"
    if let name { words += " named \"\(name)\"" }
    if !argumentTypes.isEmpty {
      words += " with arguments (\(argumentTypes.map(typeName).joined(separator: ", ")))"
    }
    if let option { words += " with option \(option)" }
    return words
  }
}
