import FacetSyntax

/// How the checks speak of keys that are not there.
enum KeyNames {
  /// The message for `Key.name` where no such key is declared.
  static func undeclared(_ name: String, in resolver: ResolverModel) -> String {
    let near = resolver.keySpellings.nearest(to: name)
    let isUnavailable = resolver.unavailableKeys.contains(name)
    let fact = isUnavailable ? "'Key.\(name)' is unavailable" : "'Key' declares no '\(name)'"
    if let near { return fact + "; did you mean '\(near)'?" }
    return isUnavailable ? fact : fact + "; add 'typealias \(GeneratedName.typeMember(name)) = …' to it"
  }

  /// What follows a message about a type that is no key: the key that was probably meant, if there is one.
  static func suggestion(for type: String, in resolver: ResolverModel) -> String {
    near(type, in: resolver).map { "; did you mean 'Key.\($0)'?" } ?? ""
  }

  /// The key that was probably meant by a type that is none.
  static func near(_ type: String, in resolver: ResolverModel) -> String? {
    var bare = type
    for word in ["@escaping ", "inout ", "borrowing ", "consuming ", "sending "] where bare.hasPrefix(word) {
      bare = String(bare.dropFirst(word.utf8.count))
    }
    let target = resolver.key(named: bare) ?? resolver.key(standingFor: bare)
    return target?.name ?? resolver.keySpellings.nearest(to: bare)
  }
}
