import FacetSyntax

// MARK: - Steps

extension ResolverEmitter {
  /// A constant: `let songData: Key.SongData = try self.loadSong(from: file)`.
  func atOnce(_ step: ResolutionPlan.Step) -> [String] {
    let head = "    let \(names[step.key]): \(GeneratedName.key(step.key)) = \(step.effects.callPrefix)"
    return wrapped(head, call(step.provider))
  }

  /// A lazy: `let lazyLyrics = FacetStatic.Lazy<Key.Lyrics> { self.lyrics(of: songData) }`.
  ///
  /// A type in scope may be called `Lazy`, so that the name of the library stands in front.
  func onDemand(_ step: ResolutionPlan.Step) -> [String] {
    let form = "\(TargetSources.libraryName).\(LazyForm(step.effects).rawValue)"
    let key = GeneratedName.key(step.key)
    let failure = step.effects.failure.map { ", \($0.spelling)" } ?? ""
    // The compiler finds out what a closure throws only where it is any error.
    let isTyped = step.effects.failure != nil && step.effects.failure != .any
    let signature = isTyped ? " ()\(step.effects.signature) -> \(key) in" : ""
    let head = "    let \(names[step.key]) = \(form)<\(key)\(failure)> {\(signature)"
    let body = step.effects.callPrefix
    let call = call(step.provider)
    let line = "\(head) \(body)\(call.head)\(list(call.arguments)) }"
    if line.utf8.count <= Self.lineLength { return [line] }
    return [head] + wrapped("      \(body)", call) + ["    }"]
  }

  /// A call in parts, so that it can be broken over lines; a property has no arguments.
  typealias Call = (head: String, arguments: [String]?)

  func call(_ function: ResolverFunction) -> Call {
    let isOnDemand = plan.step(for: function.key)?.isOnDemand ?? false
    let head = (function.isStatic ? "Self." : "self.") + GeneratedName.member(function.name)
    if function.isProperty { return (head, nil) }
    return (head, function.filled.map { argument($0, isOnDemand: isOnDemand) })
  }

  /// An argument with its label.
  ///
  /// What is handed on depends on when the key is built, and on what is asked for.
  private func argument(_ parameter: ResolverParameter, isOnDemand: Bool) -> String {
    let label = parameter.declaration.label.map { GeneratedName.label($0) + ": " } ?? ""
    guard let key = parameter.use.key, let step = plan.step(for: key) else { return label }
    let name = names[key]
    if parameter.use.isLazy { return label + (step.isOnDemand ? name : ".built(\(name))") }
    return label + (step.isOnDemand ? "\(name).value" : name)
  }

  /// Writes a call behind `head` on one line if it fits, otherwise one argument a line.
  func wrapped(_ head: String, _ call: Call) -> [String] {
    let line = head + call.head + list(call.arguments)
    guard let arguments = call.arguments, !arguments.isEmpty, line.utf8.count > Self.lineLength else {
      return [line]
    }
    let indent = String(repeating: " ", count: head.utf8.prefix { $0 == UInt8(ascii: " ") }.count)
    let last = arguments.count - 1
    let lines = arguments.indices.map { "\(indent)  \(arguments[$0])\($0 == last ? "" : ",")" }
    return ["\(head)\(call.head)("] + lines + ["\(indent))"]
  }

  private func list(_ arguments: [String]?) -> String {
    arguments.map { "(\($0.joined(separator: ", ")))" } ?? ""
  }
}
