import Facet
import Testing

private class Dog {}
private class Cat {}

/// A reset by a type that is known at run time alone, in the language of Swift 5.
@Suite(.timeLimit(.minutes(5))) struct ResetByTypeTests {
  let container = Container()

  @Test func `a scope is reset for a list of types`() {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
    container.register(Cat.self) { _ in Cat() }.inObjectScope(.container)
    let (dog, cat) = (container.resolve(Dog.self), container.resolve(Cat.self))
    let types: [Any.Type] = [Dog.self]
    for type in types { container.resetObjectScope(.container, serviceType: type) }
    #expect(container.resolve(Dog.self) !== dog)
    #expect(container.resolve(Cat.self) === cat)
  }
}
