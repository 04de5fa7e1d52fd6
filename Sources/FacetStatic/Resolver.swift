/// A type that builds an object with everything it needs, checked while the target builds.
///
/// A resolver has an enum of keys, one type alias for each object that it builds, and says which of them is its output.
/// For each key it has one function that returns it; what the function needs, it takes as parameters that are keys
/// themselves:
///
/// ```swift
/// struct PlayerResolver: Resolver {
///   typealias Output = Key.MusicPlayer
///
///   enum Key {
///     typealias MusicPlayer = Player
///     typealias SongData = Data
///   }
///
///   func player(songData: Key.SongData) throws -> Key.MusicPlayer { try Player(data: songData) }
///   func songData() -> Key.SongData { Data() }
/// }
/// ```
///
/// With the plugin `FacetStaticPlugin` on the target, the resolver gains `resolve()`, which is `async` or throws if the
/// functions that it calls are or do. A key without function, a second function for a key, a loop or a parameter that
/// is no key fails the build at its place. In a file that also imports `Facet`, write `FacetStatic.Resolver`. See <doc:CheckedResolvers> for the rules.
public protocol Resolver {
  /// The namespace of the keys: an enum without cases that holds type aliases.
  associatedtype Key

  /// What `resolve()` returns: an alias of one of the keys.
  associatedtype Output
}
