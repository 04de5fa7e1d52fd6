import Facet

struct ClientAssembly: Assembly {
  func assemble(container: Container) {}
}

struct ServiceAssembly: Assembly {
  func assemble(container: Container) {}
}

struct ReportAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Report.self) { _ in Report() }
  }
}

struct Audit: Behavior {
  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {}
}

let resolver: any Resolver = container
