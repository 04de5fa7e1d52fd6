/// A fenced block of Swift in the documentation.
struct Block: Sendable {
  /// The file that it stands in, from the root of the package.
  let path: String

  /// The lines between its fences.
  var lines: [Line] = []

  /// What it prints: the fence without a language that stands right behind it.
  var output: [String]?

  /// Why it is not compiled, as the comment `<!-- not compiled: … -->` before it says.
  let exception: String?

  /// The module that its first line imports.
  var firstImport: String? {
    lines.first.flatMap { $0.text.hasPrefix("import ") ? String($0.text.dropFirst(7)) : nil }
  }

  /// How many of its lines say what they result in.
  var claims: Int { lines.count { Claim($0.text) != nil } }

  /// Whether it is a package's manifest, or a part of one: its code begins with a dot.
  var isManifest: Bool {
    let code = lines.first { !$0.text.isEmpty && !$0.text.hasPrefix("//") }?.text ?? ""
    return code.hasPrefix(".") || code == "import PackageDescription"
  }
}

/// A line of text in a file.
struct Line: Sendable {
  /// Its number in the file, from 1.
  let number: Int

  /// How many columns stand before its text: those of `///` and of what stands before that.
  let indentation: Int

  /// Its text, without the marks of a comment.
  let text: String
}
