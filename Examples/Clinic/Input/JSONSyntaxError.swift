/// The first byte at which a text stops to be JSON.
struct JSONSyntaxError: Error {
  let offset: Int
  let fact: String
  let remedy: String
}
