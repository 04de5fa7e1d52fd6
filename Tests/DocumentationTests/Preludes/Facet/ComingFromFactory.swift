@testable import DocumentationVocabulary

struct LiveClient: Client {
  let offer: [String] = []
}

protocol Repository {
  var songs: [String] { get }
}

final class LiveRepository: Repository {
  let songs: [String] = []
  init(client: any Client) {}
}

final class Player {
  init(track: Int) {}
}
