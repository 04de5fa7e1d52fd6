extension String {
  /// The text with some characters replaced, and a space for each control character.
  func escaped(
    _ replacements: [Unicode.Scalar: String], control: (Unicode.Scalar) -> String = { _ in " " }
  ) -> String {
    unicodeScalars.reduce(into: "") { result, character in
      if let replacement = replacements[character] {
        result += replacement
      } else if character.properties.generalCategory == .control {
        result += control(character)
      } else {
        result.unicodeScalars.append(character)
      }
    }
  }
}
