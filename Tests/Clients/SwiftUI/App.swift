/// A program.
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
@MainActor @preconcurrency public protocol App {
  /// What the program shows.
  associatedtype Body: Scene

  /// What the program shows.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }

  /// Makes the program.
  @MainActor @preconcurrency init()
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
extension App {
  /// Runs the program; not in this stand-in.
  @MainActor @preconcurrency public static func main() { fatalError("not in this stand-in") }
}

/// A part of a program that the system shows in windows.
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
@MainActor @preconcurrency public protocol Scene {
  /// What the scene consists of.
  associatedtype Body: Scene

  /// What the scene consists of.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
extension Never: Scene {}

/// Puts scenes together.
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
@resultBuilder public struct SceneBuilder {
  /// One scene.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// Windows of the same kind.
@available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
public struct WindowGroup<Content: View>: Scene {
  let content: Content

  /// Shows a view in each window.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// There is none.
  public var body: Never { fatalError("a scene without a body") }
}
