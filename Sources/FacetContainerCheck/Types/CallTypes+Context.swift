import FacetSyntax

// MARK: - Types from the surroundings of a call

extension CallTypes {
  /// What the surroundings of a call ask for.
  func type(of context: CallFacts.Context) -> ServiceType? {
    switch context {
    case .none: nil
    case .type(let text): type(text)
    case .result(let scope): scope.result.flatMap(inside(scope).type)
    case .variable(let value): read(value).type
    case .argument(let chain, let call, let index): type(ofParameter: index, ofCall: call, in: chain)
    }
  }

  /// The type of a closure's parameter for which none is written, by what is expected of the closure.
  func type(ofParameter name: String, in closure: ScopeFacts) -> ServiceType? {
    guard depth < Self.deepestValue, closure.kind == .closure, let parent = closure.parent,
      let place = closure.parameters.firstIndex(where: { $0.name == name })
    else { return nil }
    let view = inside(parent, at: closure.offset).deeper
    if case .argument(let chain, let call, _) = closure.expected,
      let name = chain.children[..<call].last?.text
    {
      let isOfSources = !view.candidates(chain, upTo: call).functions.isEmpty
      if place == 0, !isOfSources, ContainerCall.lending.contains(name) { return named("Container").type }
      // What is completed is what the chain registers.
      if place == 1, !isOfSources, ["initCompleted", "resolveProperties"].contains(name),
        let made = chain.children.first(where: { $0.kind == .call })?.children.first
      {
        return made.metatype.flatMap(view.type) ?? view.made(byFactory: made).type
      }
    }
    guard let type = view.type(of: closure.expected).map({ $0.unwrapped ?? $0 }), type.head.form == "->"
    else { return nil }
    let taken = type.parts[0]
    if taken.head.form != "()" { return place == 0 ? taken : nil }
    return place < taken.parts.count ? taken.parts[place] : nil
  }

  /// The type of the parameter that an argument of a call in a chain fills.
  func type(ofParameter index: Int, ofCall call: Int, in chain: Expression) -> ServiceType? {
    let (functions, type) = candidates(chain, upTo: call)
    var texts: Set<String> = []
    var last: Declared?
    for function in functions {
      let (parameters, arguments) = (function.parameters, chain.children[call].children)
      guard let places = parameters.places(of: arguments.labels),
        let place = arguments[index].isTrailing
          ? parameters.lastIndex(where: { $0.typeText.resultOfFunction != nil }) : places[index]
      else { continue }
      let text = function.parameters[place].typeText
      if !TypeSyntax(text).names.isDisjoint(with: function.declaration.genericParameters) { return nil }
      texts.insert(text)
      last = function
    }
    guard texts.count == 1, let text = texts.first, let last else { return nil }
    // A value is written where a closure is taken.
    let written = text.isAutoclosure ? text.resultOfFunction ?? text : text
    return types.type(written, at: place(of: last, asSeenFrom: type))
  }

  /// The functions that a chain, or its first parts, may mean, or the initializers of the type that they name; and of which type they are.
  func candidates(_ chain: Expression, upTo count: Int? = nil) -> (functions: [Declared], type: ServiceType?)
  {
    switch find(chain, upTo: count) {
    case .metatype(let type): (initializers(of: type), type)
    case .functions(let functions, let type, let parts): (parts == nil ? functions : [], type)
    case .value: ([], nil)
    }
  }

  /// Whether a call that gets an argument takes it as it is, rather than as a closure that it may never run.
  ///
  /// - Parameters:
  ///   - context: The call with the argument.
  ///   - type: What `.init` makes there.
  /// - Returns: `false` also where nobody knows.
  func isEager(_ context: CallFacts.Context, making type: String?) -> Bool {
    guard case .argument(let chain, let call, _) = context else { return false }
    let isImplicit = chain.names(upTo: call) == ["", "init"]
    let found =
      isImplicit
      ? type.flatMap { self.type($0) }.map(initializers) ?? [] : candidates(chain, upTo: call).functions
    if !found.isEmpty { return !found.contains { $0.parameters.contains(where: \.type.text.isAutoclosure) } }
    let last = chain.children[..<call].last { $0.kind == .name && $0.text != "init" }?.text
    let made = isImplicit ? TypeSyntax.lastName(type ?? "") : last ?? ""
    // Almost no type of another module takes its arguments as closures.
    return made.startsUppercase && !Self.delaying.contains { made.contains(part: $0) }
  }

  private static let delaying = ["Lazy", "Lazily", "Defer", "Delay", "Later", "Thunk", "Memo"]
}

// MARK: - Parameters

extension [Parameter] {
  /// Which parameter each argument of a call fills; `nil` where the labels do not fit.
  func places(of labels: [String?]) -> [Int: Int]? {
    var result: [Int: Int] = [:]
    var next = 0
    for (index, label) in labels.enumerated() where label != "{" {
      var place = next
      while place < count, self[place].label != label {
        guard self[place].hasDefault || self[place].takesClosure else { return nil }
        place += 1
      }
      if place < count {
        result[index] = place
        next = place + 1
      } else if label == nil, next > 0, self[next - 1].isVariadic {
        // More arguments without a label may belong to a variadic parameter.
        result[index] = next - 1
      } else {
        return nil
      }
    }
    let trailing = labels.count { $0 == "{" }
    let open = self[next...].count { !$0.hasDefault && !$0.isVariadic }
    return open <= trailing || self[next...].allSatisfy { $0.hasDefault || $0.type.text.hasSuffix("?") }
      ? result : nil
  }
}

extension Parameter {
  fileprivate var takesClosure: Bool { TypeSyntax(type.text).isFunction }
}
