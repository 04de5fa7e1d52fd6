/// The characters of names that need no backticks, as the grammar of the language lists them.
enum IdentifierScalar {
  /// Those beyond ASCII, up to the last plane that has any.
  private static let ranges: [ClosedRange<UInt32>] = [
    0xA8...0xA8, 0xAA...0xAA, 0xAD...0xAD, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6,
    0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D, 0x202A...0x202E,
    0x203F...0x2040, 0x2054...0x2054, 0x2060...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF,
    0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF,
    0xFDF0...0xFE44, 0xFE47...0xFFF8, 0x1_0000...0xE_FFFF,
  ]
  /// Those among them that join what stands in front.
  private static let joining: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
  ]

  /// Whether a name may begin with the character.
  static func mayBegin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "_": return true
    default: return mayFollow(scalar) && !scalar.isASCII && !joining.contains { $0.contains(scalar.value) }
    }
  }

  /// Whether the character may stand behind another one in a name.
  static func mayFollow(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "_", "0"..."9", "$": return true
    default: return ranges.contains { $0.contains(scalar.value) } && scalar.value & 0xFFFF < 0xFFFE
    }
  }
}
