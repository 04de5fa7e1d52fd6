#if canImport(SwiftUI)
  import Facet
  import SwiftUI

  extension PreviewTrait where T == Preview.ViewTraits {
    /// Gives a preview a container of its own, in which some services are other ones.
    ///
    /// ```swift
    /// #Preview(traits: .container { $0.register((any Client).self) { _ in PreviewClient() } }) {
    ///   ArticleList()
    /// }
    /// ```
    ///
    /// The container is that of `Container.preview`: it has what `registerAllServices` registers, and the overrides reach every consumer. It is made
    /// when the preview is first drawn, and is the container in the environment of its views. It is the main container, too, until another preview
    /// takes its place: so it reaches factories that say `Container.resolve()`. Of several previews that are shown at once, the last one is
    /// the main container.
    ///
    /// - Parameter overrides: registers services, with the container that it receives, on the main actor.
    /// - Returns: the trait.
    @MainActor
    public static func container(
      _ overrides: @escaping @MainActor (Container) -> Void = { _ in }
    ) -> PreviewTrait<Preview.ViewTraits> {
      .modifier(PreviewContainer(overrides: overrides))
    }
  }

  private struct PreviewContainer: PreviewModifier {
    let overrides: @MainActor (Container) -> Void

    func body(content: Content, context: Void) -> some View {
      content.modifier(PreviewContainerOfView(overrides: overrides))
    }
  }

  private struct PreviewContainerOfView: ViewModifier {
    let overrides: @MainActor (Container) -> Void
    @StateObject private var kept = Kept<Container>()

    func body(content: Content) -> some View {
      content.container(kept.value { Container.preview { overrides($0) } })
    }
  }
#endif
