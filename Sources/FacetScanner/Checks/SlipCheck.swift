/// What stands in a resolver is Swift.
///
/// The compiler never runs where another mistake is reported, so that it could not say this itself.
enum SlipCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    var places: Set<SourceLocation> = []
    return resolver.slips.compactMap { slip, file in
      let location = file.location(at: slip.offset)
      return places.insert(location).inserted ? .error(slip.message, at: location) : nil
    }
  }
}
