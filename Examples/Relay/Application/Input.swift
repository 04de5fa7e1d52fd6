/// One thing to read.
struct Input: Sendable {
  enum Kind: Sendable {
    case file(String)
    case standardInput
  }

  let kind: Kind

  /// What records and messages call it.
  var name: String {
    switch kind {
    case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
    case .standardInput: "standard input"
    }
  }

  /// What the user wrote.
  var path: String? {
    if case .file(let path) = kind { path } else { nil }
  }
}
