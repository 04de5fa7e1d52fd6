import Facet

/// What the closures of one registration got as their resolvers, to learn whether somebody holds on to them.
///
/// A factory gets an object of its own, which only it and this hold, for the container or the awaited build. It is held here as long as the
/// verification runs.
struct HandedResolvers {
  private struct Handed {
    let asked: Registry
    /// What the engine would have handed over; held, so that no other object comes to have its address.
    var original: AnyObject?
    var resolver: (any Resolver)?
    weak var held: AnyObject?
  }

  private var all: [Handed] = []

  /// What a closure gets in the place of a resolver: for the same one always the same.
  mutating func handed(_ resolver: any Resolver) -> any Resolver {
    if let known = all.first(where: { $0.original === resolver })?.resolver { return known }
    let handed = Registry.standIn(for: resolver)
    all.append(
      Handed(
        asked: Registry.builder(behind: resolver).registry, original: resolver, resolver: handed, held: handed
      ))
    return handed
  }

  /// Holds them no more.
  mutating func letGo() {
    for index in all.indices { (all[index].original, all[index].resolver) = (nil, nil) }
  }

  /// The containers whose resolvers somebody else holds, after `letGo`.
  var held: [Registry] { all.filter { $0.held != nil }.map(\.asked) }
}
