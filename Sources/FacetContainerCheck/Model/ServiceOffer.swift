import FacetSyntax

/// A registration or a forward: something that a container can build.
struct ServiceOffer: Sendable {
  /// What is registered, as far as the sources say it.
  var reading: TypeReading
  var name: ServiceName
  var arguments: ServiceArguments
  var location: SourceLocation
  /// The call that it comes from.
  var call: CallFacts
  /// The offer at whose record it points, for a forward.
  var target: Int?
  var objectScope: ServiceScope
  /// Whether it takes an `await` to build.
  var isAsync = false
  /// Whether the start of the container builds it.
  var isEager = false
  /// Whether it may be no registration at all: what it is made on may be no container.
  var isGuess = false
}

/// A resolve.
struct ServiceDemand: Sendable {
  enum Need: Sendable {
    /// It must be there.
    case always
    /// It may be missing; if it is there, it must be built.
    case ifThere
    /// The code goes on without it, or it is a test that asks.
    case handled
  }

  var type: ServiceType
  var name: ServiceName
  var arguments: ServiceArguments
  var call: CallFacts
  /// The registration in whose factory it stands.
  var owner: CallFacts?
  /// Whether that factory resolves it whenever it runs, from the container that runs it.
  var isCertain: Bool
  /// Whether it is resolved later than the factory runs: through a `Lazy`, or in `initCompleted`.
  var isDeferred: Bool
  var need: Need
  /// Whether it is awaited.
  var isAwaited: Bool
  /// The parameter of an initializer that it comes from.
  var parameter: String?
  /// Demands of one call with the same way are alternatives, one of which is asked for; `nil` for a demand by itself.
  var way: String?
}

extension ServiceOffer {
  var type: ServiceType? { reading.type }

  var isOfTests: Bool { call.file.isOfTests }

  /// The key in words; empty where the type is not known.
  var words: String { type.map { KeyWords.text($0, name, arguments) } ?? "" }

  var verb: String { target == nil ? "registered" : "forwarded" }
}

extension ServiceDemand {
  var location: SourceLocation { call.location }

  var isForced: Bool { call.isForced && call.form == .call }

  /// Whether the code goes on without it.
  var mayBeMissing: Bool { call.isBoundIfThere }

  var words: String { KeyWords.text(type, name, arguments) }
}

/// Keys as findings show them.
enum KeyWords {
  static func text(_ type: ServiceType, _ name: ServiceName, _ arguments: ServiceArguments) -> String {
    var text = "'\(type.text)'"
    switch name {
    case .none: break
    case .known(let name): text += " named \"\(name)\""
    case .unknown: text += " under any name"
    }
    guard case .known(let types) = arguments, !types.isEmpty else { return text }
    let known = types.compactMap { $0?.text }
    if known.count == types.count { return text + " with arguments (\(known.joined(separator: ", ")))" }
    return text + " with \(types.count) argument\(types.count == 1 ? "" : "s")"
  }
}
