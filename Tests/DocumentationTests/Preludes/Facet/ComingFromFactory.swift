@testable import DocumentationVocabulary

struct LiveClient: Client {
  let offer: [String] = []
}

protocol Repository {}

final class LiveRepository: Repository {
  init(client: any Client) {}
}

final class Player {
  init(track: Int) {}
}
