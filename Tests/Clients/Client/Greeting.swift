/// What the program and the tests say.
package func greeting() async throws -> String {
  let breakfast = try Breakfast(hasLeaves: true).resolve()
  return await "\(breakfast), \(Menu.resolve()), \(Door().resolve()), \(Wine().resolve())"
}
