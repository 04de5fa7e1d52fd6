/// What the program and the tests say.
package func greeting() async throws -> String {
  try await "\(Breakfast(hasLeaves: true).resolve()), \(Menu.resolve()), \(Door().resolve()), \(Wine().resolve())"
}
