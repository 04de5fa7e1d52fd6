// What most tests of this target forward.

protocol Animal: AnyObject { var name: String { get } }
protocol Carnivore: AnyObject { var name: String { get } }
protocol Domesticated: AnyObject { var name: String { get } }
final class Dog: Animal, Carnivore, Domesticated, Sendable {
  let name: String
  init(_ name: String = "Hachi") { self.name = name }
}
