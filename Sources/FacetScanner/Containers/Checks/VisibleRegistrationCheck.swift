/// What a program resolves is registered in one of the targets that it is made of.
enum VisibleRegistrationCheck {
  static func run(_ model: ContainerModel) -> [Diagnostic] {
    zip(model.demands, model.judgements).compactMap { demand, judgement in
      guard case .met = judgement, demand.way == nil, !demand.mayBeMissing,
        model.openOffers(named: demand.name).isEmpty,
        let target = target(of: demand.call, model)
      else { return nil }
      let found = model.offers(of: demand.type, named: demand.name).map { model.offers[$0] }
        .filter { $0.arguments.mayBe(demand.arguments) && !$0.isOfTests }
      let targets = found.map { self.target(of: $0.call, model) }
      guard let first = found.first, let name = targets.first?.map(model.targets.name),
        !targets.contains(nil),
        model.targets.canMeet(target, Set(targets.compactMap { $0 })) == false
      else { return nil }
      return Diagnostic(
        .warning,
        "\(demand.words) is registered in the target '\(name)', which is in no program with "
          + "'\(model.targets.name(of: target))'",
        at: demand.location, notes: [Diagnostic.Note("\(first.words) is registered here", at: first.location)]
      )
    }
  }

  private static func target(of call: CallIdentity, _ model: ContainerModel) -> Int? {
    model.targets.target(of: model.sources.files[call.file].value.path)
  }
}
