import Foundation
import Swinject

final class NetworkAssembly: Assembly {
  func assemble(container: Container) {
    container.register(URLSession.self) { _ in URLSession(configuration: .default) }
      .inObjectScope(.container)
    container.register(RequestBuilding.self) { _ in
      RequestBuilder(baseURL: URL(string: "https://shop.example")!)
    }
    container.register(HTTPClient.self) { r in
      HTTPClient(session: r.resolve(URLSession.self)!, builder: r.resolve(RequestBuilding.self)!)
    }.inObjectScope(.container)

    container.register(JSONDecoder.self, name: "dates") { _ in
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return decoder
    }
    container.register(CatalogService.self) { resolver in
      guard let client = resolver.resolve(HTTPClient.self) else {
        fatalError("HTTPClient")
      }
      return CatalogService(client: client, decoder: resolver.resolve(JSONDecoder.self, name: "dates")!)
    }
  }
}
