#if canImport(SwiftUI)
  import Facet
  import SwiftUI

  extension EnvironmentValues {
    /// The container that a view resolves from: the main container, unless an enclosing modifier sets another.
    ///
    /// ```swift
    /// struct OrdersView: View {
    ///   @Environment(\.container) private var container
    ///
    ///   var body: some View { Button("Refresh") { container.resolve(Orders.self)?.refresh() } }
    /// }
    /// ```
    ///
    /// The modifier `container(_:)` sets it, and `childContainer(_:)` makes a child container.
    public var container: Container {
      get { self[ContainerKey.self] }
      set { self[ContainerKey.self] = newValue }
    }
  }

  private struct ContainerKey: EnvironmentKey {
    // Computed at each access, because a preview or a test has its own main container.
    static var defaultValue: Container { .main }
  }

  extension View {
    /// Makes this view and its subviews resolve from a container.
    ///
    /// ```swift
    /// WindowGroup { ShopView().container(shop) }
    /// ```
    ///
    /// The container stays open when the view is removed. If you pass another container, views keep the services that they have
    /// resolved. With `.id(_:)` they start again.
    ///
    /// - Parameter container: the container for the resolves of the views.
    /// - Returns: the view with that container.
    public func container(_ container: Container) -> some View {
      environment(\.container, container)
    }
  }
#endif
