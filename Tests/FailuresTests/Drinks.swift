import Facet
import Testing

struct Tea {}
struct Menu: Sendable {}
struct Cup {}
protocol Drink: Sendable {}
protocol Hot {}
extension Tea: Drink {}
class Bottle: @unchecked Sendable {}
final class Flask: Bottle, Drink, @unchecked Sendable {}

extension Container {
  /// Why a service is not found.
  func reason<Service, each Argument>(
    for serviceType: Service.Type, name: String? = nil, _ arguments: repeat each Argument,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> ResolutionError? {
    #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) {
      try require(serviceType, name: name, arguments: repeat each arguments)
    }
  }
}

extension ResolutionError? {
  /// The keys that are near.
  var near: [String]? { self?.nearMisses.map(\.key.description) }

  /// What the text proposes, line by line.
  var remedies: [String]? {
    self?.description.split(separator: "\n").filter { $0.hasPrefix("  • ") }.map { String($0.dropFirst(4)) }
  }
}
