/// A view for the preview of an editor: the macro `#Preview` makes one.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public struct Preview {
  /// Says that a trait is one of a view's preview.
  public struct ViewTraits {}

  let view: @MainActor (Screen) -> Void

  /// Makes one with the arguments of the macro.
  @MainActor public init(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
  ) {
    view = { screen in
      var draw: @MainActor @Sendable (Drawing) -> Void = { body().draw(in: $0) }
      for trait in traits.reversed() {
        let content = draw
        draw = { trait.draw($0, content) }
      }
      screen.show(draw)
    }
  }
}

/// How a preview shows its view.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public struct PreviewTrait<T> {
  let draw: @MainActor (Drawing, @escaping @MainActor @Sendable (Drawing) -> Void) -> Void
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension PreviewTrait where T == Preview.ViewTraits {
  /// Changes the view.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @MainActor @preconcurrency public static func modifier<Modifier: PreviewModifier>(
    _ modifier: Modifier
  ) -> PreviewTrait<Preview.ViewTraits> {
    PreviewTrait { drawing, content in
      guard let context = () as? Modifier.Context else { fatalError("not in this stand-in") }
      modifier.body(content: PreviewModifierContent(drawing: content), context: context).draw(in: drawing)
    }
  }
}

/// Changes the view of a preview.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@MainActor @preconcurrency public protocol PreviewModifier {
  /// What previews share.
  associatedtype Context = Void
  /// What becomes of the view.
  associatedtype Body: View
  /// The view.
  typealias Content = PreviewModifierContent

  /// Makes what previews share.
  @MainActor @preconcurrency static func makeSharedContext() async throws -> Self.Context

  /// What becomes of the view.
  @ViewBuilder @MainActor @preconcurrency func body(
    content: Self.Content, context: Self.Context
  ) -> Self.Body
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension PreviewModifier where Self.Context == () {
  /// There is nothing to share.
  @MainActor @preconcurrency public static func makeSharedContext() async throws -> Self.Context { () }
}

/// The view of a preview.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct PreviewModifierContent: View {
  let drawing: @MainActor (Drawing) -> Void

  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}
