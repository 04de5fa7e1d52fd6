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
    /// The child is made when the view is first drawn: a child of the container around the view. The views in it find it in
    /// ``SwiftUICore/EnvironmentValues/container``. On the root of a window, each window has its own; so has each row of a list, and each screen
    /// of a stack.
    ///
    /// When SwiftUI lets go of the view's state, a task of its own awaits `closeAsync()` of the child: its services of container and of scoped scope
    /// end, each action of `onClose` on its actor. What fails is handed to the failure handler, with the code `endFailed`. The end of the process closes
    /// nothing.
    ///
    /// - Threads: the closure runs on the main actor; actions that belong to no actor run on any thread.
    /// - Lifetime: the child is there as long as the view, and what it closes. A task that outlives the view and asks the child gets
    ///   `containerClosed`.
    /// - Parameter register: registers services with the child; called once. What it captures stays as it is then: with `.id(_:)` the view starts
    ///   anew, and has another child.
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
