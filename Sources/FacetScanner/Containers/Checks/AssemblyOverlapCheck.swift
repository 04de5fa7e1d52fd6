/// No two assemblies of one assembler register the same key.
///
/// The later may replace the earlier on purpose, which is why this is a note.
enum AssemblyOverlapCheck {
  private struct Key: Hashable {
    var words: String
    var modules: [ServiceType.Module?]
  }

  static func run(_ model: ContainerModel) -> [Diagnostic] {
    let byAssembly = offersByAssembly(model)
    var result: [Diagnostic] = []
    for file in model.sources.files.indices where !model.sources.isOfTests[file] {
      for (index, call) in model.sources.files[file].value.calls.enumerated() where call.name == "Assembler" {
        guard case .list(let elements)? = call.arguments.first?.value else { continue }
        let types = model.sources.types(in: CallIdentity(file: file, call: index))
        result += overlaps(elements.compactMap { assembly($0, types, call) }, byAssembly, model)
      }
    }
    return Array(Set(result))
  }

  private static func assembly(_ value: Expression, _ types: CallTypes, _ call: CallFacts) -> String? {
    guard case .call = value else { return nil }
    return types.type(of: value, in: call.scope)?.text
  }

  private static func overlaps(
    _ assemblies: [String], _ offers: [String: [Int]], _ model: ContainerModel
  ) -> [Diagnostic] {
    var first: [Key: (offer: Int, assembly: String)] = [:]
    var result: [Diagnostic] = []
    for assembly in assemblies {
      for index in offers[assembly] ?? [] {
        let offer = model.offers[index]
        let key = Key(words: offer.words, modules: offer.type?.modules ?? [])
        guard let earlier = first[key] else {
          first[key] = (index, assembly)
          continue
        }
        guard earlier.assembly != assembly else { continue }
        let other = model.offers[earlier.offer]
        result.append(
          Diagnostic(
            .note,
            "\(offer.words) is registered by '\(earlier.assembly)' too, which the same assembler takes; this replaces it",
            at: offer.location,
            notes: [Diagnostic.Note("\(other.words) is registered here first", at: other.location)]))
      }
    }
    return result
  }

  /// What the bodies of `assemble(container:)` register in any case, by the assembly.
  private static func offersByAssembly(_ model: ContainerModel) -> [String: [Int]] {
    var result: [String: [Int]] = [:]
    for (index, offer) in model.offers.enumerated() {
      let call = model.sources[offer.call]
      let scope = model.sources.files[offer.call.file].value.scopes[call.scope]
      guard let type = offer.type, !model.mayBeAny(type), offer.target == nil, offer.name != .unknown,
        case .known(let arguments) = offer.arguments, !arguments.contains(nil), !call.isInCondition,
        scope.kind == .function, scope.name == "assemble"
      else { continue }
      result[scope.path, default: []].append(index)
    }
    return result
  }
}
