protocol Weather: Sendable {
  func forecast(for city: String) -> String
  func disconnect()
}
