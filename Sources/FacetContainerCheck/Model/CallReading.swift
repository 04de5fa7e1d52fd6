import FacetSyntax

/// Finds out what one call registers and resolves, through the helpers that it goes through.
///
/// Unchecked: nothing is changed after `init`.
final class CallReading: @unchecked Sendable {
  private static let deepestHelper = 5
  private static let mostCalls = 500

  let sources: ContainerSources
  /// The call in the sources from which everything comes.
  let site: CallFacts
  var offers: [ServiceOffer] = []
  var demands: [ServiceDemand] = []
  var askedAbout: Set<String> = []
  /// The resolves of which too little can be seen, with the reason.
  var unread: [Diagnostic] = []
  /// Whether it resolves something of which nobody sees what it is.
  var asksForAnything = false
  /// The calls of helpers that were read on the way.
  private(set) var reached: Set<Int> = []
  /// Whether it is a resolve in a helper, which is read where the helper is called.
  private(set) var isOfHelper = false
  /// Whether it resolves something in a test.
  var isLeftOut = false
  /// What was read on the way: two helpers may call one another, and each may be there more than once.
  private var seen: [Int: Set<Bindings>] = [:]
  private var count = 0

  /// Reads a call of the sources.
  init(_ sources: ContainerSources, site: CallFacts) {
    self.sources = sources
    self.site = site
    read(site)
    reached = Set(seen.keys)
    seen = [:]
    guard site.file.isOfDependency else { return }
    // What a package registers for itself counts for the application, but is not judged.
    (demands, unread, asksForAnything, isOfHelper) = ([], [], false, false)
    offers = offers.filter { $0.type != nil && $0.target == nil }
    for index in offers.indices { offers[index].isGuess = true }
  }

  /// What the names inside a helper stand for.
  struct Bindings: Hashable {
    var types = CallTypes.Bindings()
    var names: [String: ServiceName] = [:]
    var scopes: [String: ServiceScope] = [:]
  }

  /// Reads one call: that of the sources, or one in a helper.
  func read(_ call: CallFacts, _ bindings: Bindings = Bindings(), depth: Int = 0) {
    guard depth < Self.deepestHelper else { return }
    if depth > 0 {
      guard count < Self.mostCalls, seen[call.number, default: []].insert(bindings).inserted else { return }
      count += 1
    }
    let meaning = CallMeaning(call, bindings, self, depth: depth)
    // What depends on a generic type is read where the helper is called.
    guard depth == 0, let open = call.openPlace else { return meaning.read() }
    // Nobody finds the uses of a subscript or operator: it may register anything.
    if open.scope.isNameless, sources.helpers.registers(call) { meaning.offer(.anything, .unknown, .unknown) }
    // What is called like a function of the library is read like that.
    let isLikeLibrary =
      ContainerCall.wrapping[open.name] != nil && sources.table.isContainer(open.scope.path)
    isOfHelper =
      call.kind == .resolve && !site.file.isOfTests && !isLikeLibrary && meaning.mayAskContainer
  }
}
