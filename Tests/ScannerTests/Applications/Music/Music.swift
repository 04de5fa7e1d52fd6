import SwiftUI

protocol Player: AnyObject {}
final class AudioPlayer: Player {}
final class Playlists {
  init(player: Player) {}
}
struct Artwork {
  static let empty = Artwork()
}
struct Equalizer {
  static func make(bands: Int) -> Equalizer { Equalizer() }
}
final class Lyrics {}

final class NowPlayingModel: ObservableObject {
  @Service var player: Player
  @Service private var playlists: Playlists
  @Service(name: "flat") var equalizer: Equalizer
  @LateService var artwork: Artwork
  @LateService
  private var lyrics: Lyrics
  @Published var title = ""
}

struct NowPlayingView: View {
  @StateObject private var model = NowPlayingModel()
  @Environment(\.colorScheme) var scheme

  var body: some View {
    Text(model.title)
  }
}
