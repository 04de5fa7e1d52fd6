import Facet
import Testing

enum Green {
  struct Tea {}
}
enum Black {
  struct Tea {}
}

/// Two types that would print the same are told apart, and the namesake is near.
@Suite(.timeLimit(.minutes(5))) struct NamesakeTests {
  private let container = Container()

  private func text<Service>(of serviceType: Service.Type) -> String? {
    #expect(throws: ResolutionError.self) { try container.require(serviceType) }?.description
  }

  @Test func `a namesake of the missing type is near`() {
    container.register(Black.Tea.self, fileID: "Tea.swift", line: 3) { _ in Black.Tea() }
    #expect(
      text(of: Green.Tea.self) == """
        No registration matches 'FacetResolvingTests.Green.Tea'.

          Path:   FacetResolvingTests.Green.Tea
          Near:   'FacetResolvingTests.Black.Tea'   registered at Tea.swift:3

        To fix this, do one of:
          • Ask for the type of a registration above.
          • Register it: container.register(FacetResolvingTests.Green.Tea.self) { resolver in … }
        """)
  }

  @Test func `namesakes among the arguments are told apart`() {
    container.register(Int.self, fileID: "Tea.swift", line: 3) { (_, _: Black.Tea) in 1 }
    let error = #expect(throws: ResolutionError.self) {
      try container.require(Int.self, argument: Green.Tea())
    }
    #expect(
      error?.description == """
        No registration matches 'Int' with arguments (FacetResolvingTests.Green.Tea).

          Path:   Int
          Near:   'Int' with arguments (FacetResolvingTests.Black.Tea)   registered at Tea.swift:3

        To fix this, do one of:
          • Pass the argument types of a registration above.
          • Register it: container.register(Int.self) { resolver, tea in … }
        """)
  }

  @Test func `a type without a namesake in reach is named as before`() {
    #expect(
      text(of: Green.Tea.self) == """
        No registration matches 'Tea'.

          Path:   Tea

        To fix this, do one of:
          • Register it: container.register(Tea.self) { resolver in … }
        """)
  }
}
