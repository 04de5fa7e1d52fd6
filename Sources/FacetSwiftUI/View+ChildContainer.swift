#if canImport(SwiftUI)
  import Facet
  import SwiftUI

  extension View {
    /// Gives this view its own child container, and closes the child after the view is removed.
    ///
    /// ```swift
    /// WindowGroup {
    ///   ShopView()
    ///     .childContainer { $0.register(Basket.self) { _ in Basket() }.inObjectScope(.container) }
    ///     .container(shop)
    /// }
    /// ```
    ///
    /// The child is made when the view is first drawn; its parent is the container in the view's environment. The views inside and ``Resolved``
    /// find the child by `@Environment(\.container)`. On the root view of a `WindowGroup`, each window has its own child.
    ///
    /// When SwiftUI releases the view's state, a task awaits `closeAsync()` of the child. The child's services of container scope and of
    /// scoped scope end. Each `onClose` action runs on its actor. Failures go to the failure handler, with the code `endFailed`. Nothing
    /// is closed when the process ends.
    ///
    /// - Threads: the closure runs on the main actor. Actions that belong to no actor may run on any thread.
    /// - Lifetime: the child is closed with the view. If a task outlives the view and asks the child, it gets the error `containerClosed`.
    /// - Parameter register: registers services in the child. It is called once, so later values of its captures have no effect. With
    ///   `.id(_:)` the view starts again, with another child.
    /// - Returns: the view with that container.
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    public func childContainer(
      _ register: @escaping @MainActor (Container) -> Void = { _ in }
    ) -> some View {
      modifier(ChildContainer(register: register))
    }
  }

  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
  private struct ChildContainer: ViewModifier {
    let register: @MainActor (Container) -> Void
    @Environment(\.container) private var parent
    @StateObject private var kept = Kept<OwnedContainer>()

    func body(content: Content) -> some View {
      let child = kept.value {
        OwnedContainer(Container(parent: parent) { register($0) })
      }
      return content.container(child.container)
    }
  }

  /// A container that is closed when this object is released.
  private final class OwnedContainer {
    let container: Container

    init(_ container: Container) { self.container = container }

    // Closed later: SwiftUI is changing its views, and an action may need `await`.
    deinit {
      Task { [container] in
        do throws(CloseError) {
          try await container.closeAsync()
        } catch {
          if case .failures(let failures) = error.reason { container.registry.tell(failures) }
        }
      }
    }
  }
#endif
