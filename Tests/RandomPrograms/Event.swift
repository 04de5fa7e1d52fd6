import Facet

/// What happens in a program, in order.
///
/// An instance has the number of the run of the factory, or of the decorator, that made it.
enum Event: Equatable, Sendable {
  case begins(Int, service: Int)
  case wraps(Int, service: Int, inner: Int)
  case got(Int, by: Int)
  /// By a lazy.
  case gotLater(Int, by: Int)
  case caught(Failure, by: Int)
  case made(Int)
  case completing(Int)
  case completed(Int)
  case fails(Int)
  /// By the close after the last step, or by what gave it up before.
  case ended(Int, inLastClose: Bool)
  /// An awaited end is over.
  case over(Int)
  case asked(storage: Int)
  case stored(storage: Int)
  case emptied(storage: Int)
  case graphOver(storage: Int)
  case reported(Failure)
  case step(Int)
  case returned(Int, step: Int)
  case failed(Failure, step: Int)
  case closed(failures: [String])
}

/// A ``ResolutionError`` as far as it is compared.
struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
  let code: ResolutionError.Code
  let path: [String]

  var description: String { "\(code) \(path.joined(separator: " → "))" }
}

extension Failure {
  init(_ error: ResolutionError) { self.init(code: error.code, path: error.path.map { $0.name ?? "" }) }
}
