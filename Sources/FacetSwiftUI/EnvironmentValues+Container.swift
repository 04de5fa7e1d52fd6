#if canImport(SwiftUI)
  import Facet
  import SwiftUI

  extension EnvironmentValues {
    /// The container that a view resolves from: the main one, unless a modifier around the view sets another.
    ///
    /// ```swift
    /// struct OrdersView: View {
    ///   @Environment(\.container) private var container
    ///
    ///   var body: some View { Button("Refresh") { container.resolve(Orders.self)?.refresh() } }
    /// }
    /// ```
    ///
    /// The modifier `container(_:)` sets it, and `childContainer(_:)` makes one.
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
    /// The container is not closed with the view. If another container takes its place, views keep what they have resolved; with `.id(_:)` they
    /// start anew.
    ///
    /// - Parameter container: the container from which they resolve.
    /// - Returns: the view with that container.
    public func container(_ container: Container) -> some View {
      environment(\.container, container)
    }
  }
#endif
