extension ServiceKey {
  /// Whether it may have been meant for another key: it has the same type, or a type whose name ends with the other's, as `FakeMailer` and
  /// `Mailer`.
  package func resembles(_ other: ServiceKey) -> Bool {
    if serviceType == other.serviceType { return true }
    let (typeName, short) = (lastWord, other.lastWord)
    return name == other.name && typeName != short && (typeName.hasSuffix(short) || typeName.hasPrefix(short))
  }
  /// The name of the type, without the `any` of a protocol.
  private var lastWord: String {
    String(describing: serviceType).split(separator: " ").last.map(String.init) ?? ""
  }
}
