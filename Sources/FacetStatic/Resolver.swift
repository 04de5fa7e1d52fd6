/// A type that builds an object with all its dependencies, checked while the target builds.
///
/// A resolver has an enum of keys, with one type alias for each object that it builds. One of the keys is the resolver's output.
/// For each key, one function returns the object. The parameters of the function are its dependencies, which are keys, too:
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
/// With the plugin `FacetStaticPlugin` on the target, the resolver gains `resolve()`. It is `async` or throws if the functions that it calls
/// are `async` or throw. A key without function, a second function for a key, a loop or a parameter that is no key fails the build at
/// its place. In a file that also imports `Facet`, write `FacetStatic.Resolver`. See <doc:CheckedResolvers> for the rules.
public protocol Resolver {
  /// The namespace of the keys: an enum without cases that holds type aliases.
  associatedtype Key

  /// The result of `resolve()`: an alias of one of the keys.
  associatedtype Output
}
