import Facet

/// The resolvers that the closures of one registration received, to find out whether other code keeps them.
///
/// For the container or the awaited build, a factory gets a separate object, which only the factory and this structure hold. This
/// structure holds it until the verification ends.
struct HandedResolvers {
  private struct Handed {
    let asked: Registry
    /// The engine's own resolver; held, so that no other object gets its address.
    var original: AnyObject?
    var resolver: (any Resolver)?
    weak var held: AnyObject?
  }

  private var all: [Handed] = []

  /// The replacement for a resolver; always the same for the same resolver.
  mutating func handed(_ resolver: any Resolver) -> any Resolver {
    if let known = all.first(where: { $0.original === resolver })?.resolver { return known }
    let handed = Registry.standIn(for: resolver)
    all.append(
      Handed(
        asked: Registry.builder(behind: resolver).registry, original: resolver, resolver: handed, held: handed
      ))
    return handed
  }

  /// Releases the resolvers.
  mutating func letGo() {
    for index in all.indices { (all[index].original, all[index].resolver) = (nil, nil) }
  }

  /// The containers whose resolvers other code still holds, after `letGo`.
  var held: [Registry] { all.filter { $0.held != nil }.map(\.asked) }
}
