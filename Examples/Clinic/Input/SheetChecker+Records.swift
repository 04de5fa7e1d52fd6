extension SheetChecker {
  mutating func owners() -> [Owner] {
    var ids: Set<String> = []
    return sheet.owners.enumerated().map { index, entry in
      let path = SheetPath.root.key("owners").index(index)
      checkID(entry.id, at: path.key("id"), among: &ids)
      checkLine(entry.name, at: path.key("name"))
      checkLine(entry.phone, at: path.key("phone"))
      return Owner(id: entry.id, name: entry.name, phone: entry.phone)
    }
  }

  mutating func animals() -> [AnimalRecord] {
    var ids: Set<String> = []
    return sheet.animals.enumerated().compactMap { index, entry in
      let path = SheetPath.root.key("animals").index(index)
      checkID(entry.id, at: path.key("id"), among: &ids)
      checkLine(entry.name, at: path.key("name"))
      guard let species = species(entry.species, at: path.key("species")) else { return nil }
      checkWeight(entry.weight, of: species, at: path.key("weight"))
      checkOwner(entry.owner, of: species, at: path)
      return AnimalRecord(
        id: entry.id, name: entry.name, species: species, weight: entry.weight, ownerID: entry.owner)
    }
  }

  private mutating func species(_ word: String, at path: SheetPath) -> Species? {
    let species = Species(rawValue: word)
    if species == nil {
      let known = Species.allCases.map(\.rawValue)
      report(
        path, "The clinic does not treat the species \(quoted(word)).", near: nearest(to: word, among: known),
        remedy: "write one of these: \(known.joined(separator: ", ")).")
    }
    return species
  }

  private mutating func checkWeight(_ weight: Double, of species: Species, at path: SheetPath) {
    let greatest = species.greatestWeight
    // The smallest weight that a plan can show.
    if weight < 0.01 || weight > greatest {
      report(
        path, "No \(species.rawValue) weighs \(weight.text) kg.",
        remedy: "write the weight in kilograms, from 0.01 to \(greatest.text).")
    }
  }

  private mutating func checkOwner(_ owner: String?, of species: Species, at path: SheetPath) {
    switch owner {
    case nil where !species.isWild:
      report(
        path, "A \(species.rawValue) has an owner, but the field \"owner\" is missing.",
        remedy: "add \"owner\" with the id of one of \"owners\".")
    case .some where species.isWild:
      report(
        path.key("owner"), "A \(species.rawValue) is wild and has no owner.",
        remedy: "remove the field \"owner\".")
    case .some(let owner) where !sheet.owners.contains(where: { $0.id == owner }):
      report(
        path.key("owner"), "No owner has the id \(quoted(owner)).",
        near: nearest(to: owner, among: sheet.owners.map(\.id)),
        remedy: "write the id of one of \"owners\", or add the owner there.")
    default:
      break
    }
  }
}
