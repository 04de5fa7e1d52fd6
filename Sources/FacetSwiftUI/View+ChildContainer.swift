#if canImport(SwiftUI)
  import Facet
  import SwiftUI

  extension View {
    /// Gives this view a child container of its own, which is closed when the view is gone.
    ///
    /// ```swift
    /// WindowGroup {
    ///   ShopView()
    ///     .childContainer { $0.register(Basket.self) { _ in Basket() }.inObjectScope(.container) }
    ///     .container(shop)
    /// }
    /// ```
    ///
    /// When the view is first drawn, a child of the container around it is made. The views inside find the child by
    /// `@Environment(\.container)`, and so does ``Resolved``. On the root view of a `WindowGroup`, each window has a child of its own.
    ///
    /// When SwiftUI releases the view's state, a task awaits `closeAsync()` of the child. Its services of container scope and of scoped scope end, with
    /// each action of `onClose` on its actor. Failures go to the failure handler, with the code `endFailed`. Nothing is closed when the process ends.
    ///
    /// - Threads: the closure runs on the main actor. Actions that belong to no actor may run on any thread.
    /// - Lifetime: the child is closed with the view. A task that outlives the view, and asks the child, gets the error `containerClosed`.
    /// - Parameter register: registers services with the child. It is called once, so later values of what it captures have no effect; with `.id(_:)`
    ///   the view starts anew, with another child.
    /// - Returns: the view with that container.
    public func childContainer(
      _ register: @escaping @MainActor (Container) -> Void = { _ in }
    ) -> some View {
      modifier(ChildContainer(register: register))
    }
  }

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

  /// A container that is closed when nobody holds this any more.
  private final class OwnedContainer {
    let container: Container

    init(_ container: Container) { self.container = container }

    // Not here and now: SwiftUI is changing its views, and an action may have to be awaited.
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
