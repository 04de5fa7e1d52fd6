@_exported import Combine
@_exported import Observation

// Stands in for the module of that name: the declarations of it that `FacetSwiftUI` and the samples use, with Apple's signatures. What is
// behind them is as little as a test of these needs, and is not Apple's: see Screen.swift.

/// A part of what is shown.
@MainActor @preconcurrency public protocol View {
  /// What the view consists of.
  associatedtype Body: View

  /// What the view consists of.
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

/// Puts views together.
@resultBuilder public struct ViewBuilder {
  /// One view.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// One view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// Several views.
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    (repeat each Content)
  > { TupleView((repeat each content)) }

  /// A view, or none.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  /// One of two views.
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { .first(first) }

  /// One of two views.
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> { .second(second) }
}

/// Several views.
public struct TupleView<T> {
  /// The views.
  public var value: T

  /// Makes one of a tuple.
  public init(_ value: T) { self.value = value }
}

extension TupleView: View {
  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

/// One of two views.
public enum _ConditionalContent<TrueContent: View, FalseContent: View>: View {
  /// The first.
  case first(TrueContent)
  /// The second.
  case second(FalseContent)

  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

extension Optional: View where Wrapped: View {
  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

/// A line of text.
public struct Text: View {
  let words: String

  /// Shows a string.
  public init<S: StringProtocol>(_ content: S) { words = String(content) }

  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

/// Runs an action.
public struct Button<Label: View>: View {
  let label: Label
  let action: @MainActor () -> Void

  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

extension Button where Label == Text {
  /// Runs an action.
  public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    label = Text(title)
    self.action = action
  }
}

/// Edits a string.
public struct TextField<Label: View>: View {
  let label: Label
  let text: Binding<String>

  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

extension TextField where Label == Text {
  /// Edits a string.
  public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
    label = Text(title)
    self.text = text
  }
}

/// Shows views one below the other.
public struct VStack<Content: View>: View {
  let content: Content

  /// Shows views one below the other.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

/// Changes a view.
@MainActor @preconcurrency public protocol ViewModifier {
  /// What becomes of the view.
  associatedtype Body: View

  /// The view.
  typealias Content = _ViewModifier_Content<Self>

  /// What becomes of the view.
  @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

/// The view that a modifier changes.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  let drawing: @MainActor (Drawing) -> Void

  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

/// A view and what changes it.
public struct ModifiedContent<Content, Modifier> {
  /// The view.
  public var content: Content
  /// What changes it.
  public var modifier: Modifier

  /// Puts them together.
  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  /// There is none.
  public var body: Never { fatalError("a view without a body") }
}

extension View {
  /// Changes a view.
  nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }

  /// Sets a value of the environment.
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    EnvironmentView(content: self) { $0[keyPath: keyPath] = value }
  }

  /// Gives a view an identity.
  nonisolated public func id<ID: Hashable>(_ id: ID) -> some View {
    IdentifiedView(content: self, id: AnyHashable(id))
  }

  /// Runs a task while the view is shown; in this stand-in, does nothing.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
}

struct EnvironmentView<Content> {
  let content: Content
  let change: (inout EnvironmentValues) -> Void
}

extension EnvironmentView: View where Content: View {
  var body: Never { fatalError("a view without a body") }
}

struct IdentifiedView<Content> {
  let content: Content
  let id: AnyHashable
}

extension IdentifiedView: View where Content: View {
  var body: Never { fatalError("a view without a body") }
}
