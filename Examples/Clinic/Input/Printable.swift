/// A text from outside, with what a terminal could mistake written out.
func printable(_ text: String) -> String {
  text.unicodeScalars.map { scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
    default: String(scalar)
    }
  }.joined()
}

/// A text from outside between quotation marks.
func quoted(_ text: String) -> String { "\"\(printable(text))\"" }
