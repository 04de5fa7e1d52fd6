import Facet

/// What Swinject asked of a fake; what goes through `any Resolver` would never call it.
final class Fake: Resolver {
  func resolve<Service>(_ serviceType: Service.Type) -> Service? { nil }
}

/// A resolver is a class.
struct Copied: Resolver {
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? { nil }
}

final class View {
  @Injected let clock: Int
}
