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
    return model.offers.indices.compactMap { index in
      let offer = model.offers[index]
      // A storyboard asks for what is registered for it, and the start of a container for what starts eagerly.
      guard !isUsed[index], !offer.isEager, offer.target == nil, offer.type != nil, !offer.isGuess, !offer.isOfTests,
        offer.call.name != "registerForStoryboard"
      else { return nil }
      return Diagnostic(.note, "nothing resolves \(offer.words)", at: offer.location)
    }
  }
}
