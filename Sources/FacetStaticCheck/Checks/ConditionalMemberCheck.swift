import FacetSyntax

/// The parts of a resolver do not come and go with `#if`; whole resolvers may.
enum ConditionalMemberCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    resolver.conditionalMembers.compactMap { site in
      guard let what = part(site, resolver.reader) else { return nil }
      return site.error(
        "\(what) must not stand inside '#if': what is generated is the same for all conditions; put the condition "
          + "into the function, or around two versions of the whole resolver",
        subject: key(site, resolver.reader))
    }
  }

  /// The key that is declared or built.
  private static func key(_ site: ResolverModel.Site, _ reader: TypeReader) -> String {
    guard site.declaration.kind == .func else { return site.declaration.name }
    return reader.use(of: site.declaration.type, in: site.file).namedKey ?? ""
  }

  private static func part(_ site: ResolverModel.Site, _ reader: TypeReader) -> String? {
    let declaration = site.declaration
    switch declaration.kind {
    case .typealias where site.container.name == "Key" || site.container.name.hasSuffix(".Key"):
      return "key '\(declaration.name)'"
    case .typealias, .enum, .struct, .class, .actor:
      return declaration.name == "Key" || declaration.name == "Output" ? "'\(declaration.name)'" : nil
    case .func:
      switch reader.use(of: declaration.type, in: site.file) {
      case .key: return "resolver function '\(declaration.name)'"
      case .none:
        let takesKey = declaration.parameters.contains { reader.use(of: $0.type, in: site.file).key != nil }
        return takesKey && !declaration.isPrivate ? "configuration function '\(declaration.name)'" : nil
      default: return nil
      }
    default: return nil
    }
  }
}
