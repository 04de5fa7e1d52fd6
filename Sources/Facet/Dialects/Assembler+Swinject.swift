extension Assembler {
  /// Makes an assembler whose container is a child of another assembler's container.
  ///
  /// - Parameters:
  ///   - parentAssembler: the other assembler; `nil` for none.
  ///   - defaultObjectScope: the scope of new entries.
  ///   - behaviors: called for every registration.
  public convenience init(
    parentAssembler: Assembler?, defaultObjectScope: ObjectScope = .graph, behaviors: [any Behavior] = []
  ) {
    self.init(
      container: Container(
        parent: parentAssembler?.container, defaultObjectScope: defaultObjectScope, behaviors: behaviors))
  }

  /// Makes an assembler whose container is a child of another assembler's container, and applies assemblies.
  ///
  /// - Parameters:
  ///   - assemblies: register their services, in order.
  ///   - parent: the other assembler; `nil` for none.
  ///   - defaultObjectScope: the scope of new entries.
  ///   - behaviors: called for every registration.
  public convenience init(
    _ assemblies: [any Assembly], parent: Assembler?, defaultObjectScope: ObjectScope = .graph,
    behaviors: [any Behavior] = []
  ) {
    self.init(parentAssembler: parent, defaultObjectScope: defaultObjectScope, behaviors: behaviors)
    apply(assemblies: assemblies)
  }

  /// Applies one assembly.
  ///
  /// - Parameter assembly: registers its services.
  public func apply(assembly: any Assembly) {
    apply(assemblies: [assembly])
  }
}
