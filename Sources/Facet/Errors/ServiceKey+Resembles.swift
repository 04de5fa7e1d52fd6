extension ServiceKey {
  /// Whether it may have been meant for another key: it has the same type, or a type whose name ends with the same word, as `FakeMailer`,
  /// `SMTPMailer` and `Mailer`, or begins with the other's.
  package func resembles(_ other: ServiceKey) -> Bool {
    if serviceType == other.serviceType { return true }
    let (words, others) = (words, other.words)
    return name == other.name && words != others
      && (words.last == others.last || words.starts(with: others) || others.starts(with: words))
  }
  /// Whether the type is named as one that stands for another in tests.
  package var isNamedAsDouble: Bool {
    !["Fake", "Mock", "Stub", "Spy", "Dummy", "Double"].allSatisfy { !words.contains($0) }
  }

  /// The words of the type's name, without the `any` of a protocol: `HTTPClient` has the words HTTP and Client.
  private var words: [String] {
    let name = String(describing: serviceType).split(separator: " ").last ?? ""
    var words: [String] = []
    var last: Character = "a"
    for (place, character) in zip(name.indices, name) {
      let next = name.index(after: place)
      let isBeforeSmall = next < name.endIndex && name[next].isLowercase
      if words.isEmpty || character.isUppercase && (!last.isUppercase || isBeforeSmall) { words.append("") }
      words[words.count - 1].append(character)
      last = character
    }
    return words
  }
}
