import Facet

/// What Swinject asked of a fake; what goes through `any Resolver` would never call it.
final class Fake: Resolver {
  func resolve<Service>(_ serviceType: Service.Type) -> Service? { nil }
}
