#if canImport(SwiftUI)
  import Facet
  import SwiftUI

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  extension PreviewTrait where T == Preview.ViewTraits {
    /// Gives a preview its own container, with replacements for some services.
    ///
    /// ```swift
    /// #Preview(traits: .container { $0.register((any Client).self) { _ in PreviewClient() } }) {
    ///   ArticleList()
    /// }
    /// ```
    ///
    /// `Container.preview` makes the container when the preview is first drawn. The container has the services of `registerAllServices`, and
    /// the overrides reach every consumer. The views find this container in their environment. It is also the main container until another
    /// preview replaces it. So factories that call `Container.resolve()` get the same services.
    ///
    /// SwiftUI has what it takes since iOS 18 and macOS 15.
    ///
    /// - Parameter overrides: registers services in the container that it receives, on the main actor.
    /// - Returns: the trait.
    @MainActor
    public static func container(
      _ overrides: @escaping @MainActor (Container) -> Void = { _ in }
    ) -> PreviewTrait<Preview.ViewTraits> {
      .modifier(PreviewContainer(overrides: overrides))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private struct PreviewContainer: PreviewModifier {
    let overrides: @MainActor (Container) -> Void

    func body(content: Content, context: Void) -> some View {
      content.modifier(KeptPreviewContainer(overrides: overrides))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private struct KeptPreviewContainer: ViewModifier {
    let overrides: @MainActor (Container) -> Void
    @StateObject private var kept = Kept<Container>()

    func body(content: Content) -> some View {
      content.container(kept.value { Container.preview { overrides($0) } })
    }
  }
#endif
