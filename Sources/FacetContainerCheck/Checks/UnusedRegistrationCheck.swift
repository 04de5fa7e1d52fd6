import FacetSyntax

/// Everything that is registered is resolved somewhere.
///
/// Nothing is said where a resolve cannot be read: it may ask for anything.
enum UnusedRegistrationCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    guard model.unread.isEmpty, !model.asksForAnything else { return [] }
    var isUsed = Array(repeating: false, count: model.offers.count)
    for demand in model.demands + model.uses {
      for index in model.offers(for: demand) {
        isUsed[index] = true
        if let entry = model.offers[index].target { isUsed[entry] = true }
      }
      // What is in a list of services is used, and so is what a deferred value gives.
      for part in demand.type.parts { for index in model.offers(of: part) { isUsed[index] = true } }
    }
    // A call that may be one of several helpers registers one of several keys.
    var seen = Set(model.offers.indices.filter { isUsed[$0] }.map { model.offers[$0].call.number })
    return model.offers.compactMap { offer in
      // A storyboard asks for what is registered for it, and the start of a container for what starts eagerly.
      guard !offer.isEager, offer.target == nil, offer.type != nil, !offer.isGuess, !offer.isOfTests,
        offer.call.name != "registerForStoryboard", seen.insert(offer.call.number).inserted
      else { return nil }
      return Diagnostic(
        .note, "nothing resolves \(offer.words)", at: offer.location, subject: ContainerGraph.name(of: offer))
    }
  }
}
