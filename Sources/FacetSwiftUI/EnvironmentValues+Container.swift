#if canImport(SwiftUI)
  import Facet
  import SwiftUI

  extension EnvironmentValues {
    /// The container that a view resolves from: the main one, unless a view around it says otherwise.
    ///
    /// ```swift
    /// @Environment(\.container) private var container
    /// ```
    ///
    /// ``SwiftUICore/View/container(_:)`` sets it, and ``SwiftUICore/View/childContainer(_:)`` makes one.
    public var container: Container {
      get { self[ContainerKey.self] }
      set { self[ContainerKey.self] = newValue }
    }
  }

  private struct ContainerKey: EnvironmentKey {
    // Asked for each time: a preview, or a test, has another main container.
    static var defaultValue: Container { .main }
  }

  extension View {
    /// Lets this view and the views in it resolve from a container.
    ///
    /// ```swift
    /// WindowGroup { ShopView().container(shop) }
    /// ```
    ///
    /// The container is not closed with the view. What a view has resolved already stays as it is when another container takes the place of this
    /// one; with `.id(_:)` the view starts anew.
    ///
    /// - Parameter container: what ``SwiftUICore/EnvironmentValues/container`` is for them.
    /// - Returns: the view with that container.
    public func container(_ container: Container) -> some View {
      environment(\.container, container)
    }
  }
#endif
