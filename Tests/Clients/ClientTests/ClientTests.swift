import FacetStatic
import Testing

@testable import Client
@testable import Pantry
@testable import Strict

/// A resolver of a test target, which throws an error that only tests see.
struct Trial: FacetStatic.Resolver {
  enum Key { typealias Result = Int }
  typealias Output = Key.Result

  func result() throws(Spoiled) -> Key.Result { throw Spoiled() }
}

@Suite(.timeLimit(.minutes(20))) struct ClientTests {
  @Test func `Resolvers in every form build what they say`() async throws {
    #expect(try await greeting() == "tea of 3 with [1, 2], tea 3, ding, a bottle from the cellar")
    #expect(await Jam().resolve() == "a glass from the pantry")
    #expect(try Kitchen().resolve() == ["black tea", "2", "0.5"])
    #expect(Shop().resolve().resolve(String.self) == "open 3")
    #expect(try Larder().resolve() == "shelf of 4")
  }

  @Test func `An error keeps its type`() {
    do throws(Empty) {
      _ = try Breakfast(hasLeaves: false).resolve()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error == Empty())
    }
    #expect(throws: Spoiled.self) { try Trial().resolve() }
  }
}
