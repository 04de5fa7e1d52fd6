/// The failure of a property whose service cannot be resolved.
@usableFromInline
enum InjectedProperty {
  /// Stops the program with the reason, and returns `nil` in a verification, which reports it.
  ///
  /// An optional is `nil` everywhere.
  @usableFromInline
  @inline(never)
  static func failed<Service>(
    _ error: ResolutionError, by resolver: any Resolver, fileID: String, line: Int
  ) -> Service? {
    if let optional = Service.self as? any OptionalService.Type {
      resolver.report(error)
      return optional.box(nil).service(as: Service.self)
    }
    let registry = resolver.asked!
    if registry.isObserved, registry.tellHooks(.property(error.key)) { return nil }
    let depth = resolver.awaited?.path.count ?? Resolution.current.path.count
    stop(error, at: CodeLocation(fileID: fileID, line: line), askedAt: depth)
  }
  /// `depth` is the number of services around the asked one; zero for a property that is not resolved with its object.
  static func stop(_ error: ResolutionError, at location: CodeLocation, askedAt depth: Int = 0) -> Never {
    Facet.stop(error.ofProperty(at: location, askedAt: depth).description, shownFirst: location)
  }

  /// Stops the program because a property is read that a verification has left empty.
  @usableFromInline
  @inline(never)
  static func stopEmpty<Service>(_ type: Service.Type) -> Never {
    let name = TypeNames(of: [], [type]).name(type)
    Facet.stop(
      Message(
        headline:
          "Precondition failed: A verification runs code that reads an injected property, for which no '\(name)' can be resolved",
        remedy: "register the service, or give an instance of what reads it: verify { $0.use(…) }"
      ).text)
  }
}
