import Facet
import FacetInspection
import Testing
import FacetTestSupport

/// A container, and what the verification is told.
struct Wiring: CustomTestStringConvertible, Sendable {
  let name: String
  let options: @Sendable (inout VerificationOptions) -> Void
  let make: @Sendable () -> Container

  var testDescription: String { name }

  init(
    _ name: String, options: @escaping @Sendable (inout VerificationOptions) -> Void = { _ in },
    _ register: @escaping @Sendable (Container) -> Void
  ) {
    self.init(name, options: options) {
      let container = Container()
      register(container)
      return container
    }
  }

  init(
    _ name: String, options: @escaping @Sendable (inout VerificationOptions) -> Void = { _ in },
    make: @escaping @Sendable () -> Container
  ) {
    self.name = name
    self.options = options
    self.make = make
  }

  /// Of a child, and of its parent.
  init(_ name: String, _ register: @escaping @Sendable (_ parent: Container, _ child: Container) -> Void) {
    self.init(name) {
      let parent = Container()
      let child = Container(parent: parent)
      register(parent, child)
      return child
    }
  }

  /// Those that are not right; each has a golden file with its report.
  static let broken = missing + loops + forwards + lifetimes + decorators + others
}
