import Facet

/// What the container of a test has, before the test overrides some of it.
public struct ContainerBase: Sendable {
  private let makeContainer: @Sendable () -> Container

  /// The container of the test around it; in the outermost one, what `registerAllServices` registers.
  ///
  /// The services are registered anew for every test case, with the container of that test. If `Container` does not conform to
  /// `AutoRegistering`, there are none.
  public static let application = ContainerBase {
    if let outer = MainContainer.replacement { return outer }
    let container = Container()
    MainContainer.registerAllServices(with: container)
    return container
  }

  /// Nothing: the test registers what it needs.
  public static let empty = ContainerBase { Container() }

  /// What a function registers, which is called for every test case, with its container as the main one.
  ///
  /// - Parameter register: registers the services of the application, or of a part of it.
  /// - Returns: the base.
  public static func registered(by register: @escaping @Sendable () -> Void) -> ContainerBase {
    ContainerBase {
      let container = Container()
      Container.withMain(container) { register() }
      return container
    }
  }

  /// A copy of a container and its parents.
  ///
  /// ```swift
  /// @Suite(.container(.copy(of: Application.makeContainer()))) struct ShopTests { … }
  /// ```
  ///
  /// - Parameter container: gives the container; evaluated for every test case.
  /// - Returns: the base.
  public static func copy(of container: @autoclosure @escaping @Sendable () -> Container) -> ContainerBase {
    ContainerBase { container() }
  }

  /// Gives a container to copy, with nothing of one test case that another one would see.
  func make() -> Container { makeContainer() }
}

/// Whether a test may build services that are marked with `live()`.
public enum LiveServices: Sendable {
  /// They are built as in the application.
  case allowed

  /// Building one is an issue of the test.
  case forbidden
}
