/// How the checks speak of keys that are not there.
enum KeyNames {
  /// The message for `Key.name` where no such key is declared.
  static func undeclared(_ name: String, in resolver: ResolverModel) -> String {
    let near = resolver.keySpellings.nearest(to: name)
    return
      (resolver.unavailableKeys.contains(name)
      ? "'Key.\(name)' is unavailable" : "'Key' declares no '\(name)'")
      + (near.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// What follows a message about a type that is no key: the key that was probably meant, if there is one.
  static func suggestion(for type: String, in resolver: ResolverModel) -> String {
    var bare = type
    for prefix in ["@escaping ", "inout ", "borrowing ", "consuming ", "sending "]
    where bare.hasPrefix(prefix) {
      bare = String(bare.dropFirst(prefix.utf8.count))
    }
    let target = resolver.key(named: bare) ?? resolver.key(standingFor: bare)
    let near = target?.name ?? resolver.keySpellings.nearest(to: bare)
    return near.map { "; did you mean 'Key.\($0)'?" } ?? ""
  }
}
