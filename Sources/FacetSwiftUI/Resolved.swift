#if canImport(SwiftUI)
  import Facet
  import SwiftUI

  /// A view property that resolves its service from the environment's container, and keeps it for the lifetime of the view.
  ///
  /// ```swift
  /// struct BasketView: View {
  ///   @Resolved private var basket: Basket
  ///
  ///   var body: some View {
  ///     TextField("Coupon", text: $basket.coupon)
  ///     Text("\(basket.count) things")
  ///   }
  /// }
  /// ```
  ///
  /// The first use resolves the service, usually in the first `body`. SwiftUI may recreate the view any number of times. The service
  /// stays the same until the view is removed or gets another identity. If the service is an `@Observable` object, a change of a
  /// property that `body` has read draws the view again. If it is an `ObservableObject`, each change draws the view again, also if the
  /// property's type is a protocol.
  ///
  /// Assign to the property to replace the service. `$basket` is a binding, as with `@State`.
  ///
  /// - Threads: the property belongs to the main actor, and resolves the service there.
  /// - Lifetime: the state of the view holds the service, and no container.
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
  @MainActor
  @propertyWrapper
  public struct Resolved<Service>: DynamicProperty {
    @Environment(\.container) private var container
    @StateObject private var kept = Kept<Service>()

    // Values where possible: SwiftUI compares a view with its predecessor, and closures are never equal.
    private let name: String?
    private let fileID: String
    private let line: Int
    private let resolveWithArguments: ((Container) -> Service)?

    /// The service.
    ///
    /// - Precondition: the service can be resolved synchronously. If not, the program stops with the full reason and the place of the
    ///   property.
    public var wrappedValue: Service {
      get { kept.value(orMake: resolve) }
      nonmutating set { kept.current = newValue }
    }

    /// A binding to the service; it makes bindings to the service's properties: `$basket.coupon`.
    public var projectedValue: Binding<Service> {
      // The binding needs a value to read.
      _ = wrappedValue
      return $kept.current
    }

    /// Resolves the service of the property's type.
    ///
    /// - Parameters:
    ///   - name: the name of the registration.
    ///   - fileID: the place of the property.
    ///   - line: the place of the property.
    public init(name: String? = nil, fileID: String = #fileID, line: Int = #line) {
      self.init(name, fileID, line, nil)
    }

    /// Resolves a service with arguments for the factory; their static types are a part of the key.
    ///
    /// If SwiftUI recreates the view, the first arguments stay in effect. With `.id(_:)` the view starts again.
    ///
    /// - Parameters:
    ///   - name: the name of the registration.
    ///   - arguments: are passed to the factory.
    ///   - fileID: the place of the property.
    ///   - line: the place of the property.
    public init<each Argument>(
      name: String? = nil, arguments: repeat each Argument, fileID: String = #fileID, line: Int = #line
    ) {
      self.init(name, fileID, line) { container in
        container.resolve(name: name, arguments: repeat each arguments, fileID: fileID, line: line)
      }
    }

    /// Resolves a service with one argument, under its static type or another type that you give.
    ///
    /// ```swift
    /// struct PageView: View {
    ///   @Resolved private var page: Page
    ///
    ///   init(number: Int) { _page = Resolved(argument: number) }
    ///
    ///   var body: some View { Text(page.title) }
    /// }
    /// ```
    ///
    /// If SwiftUI recreates the view, the first argument stays in effect. With `.id(_:)` the view starts again.
    ///
    /// - Parameters:
    ///   - name: the name of the registration.
    ///   - argument: is passed to the factory.
    ///   - argumentType: leave it out: it keeps the static type of the argument, even if that is a protocol.
    ///   - fileID: the place of the property.
    ///   - line: the place of the property.
    public init<Argument>(
      name: String? = nil, argument: Argument, _ argumentType: Argument.Type = Argument.self,
      fileID: String = #fileID, line: Int = #line
    ) {
      self.init(name: name, arguments: argument, fileID: fileID, line: line)
    }

    private init(
      _ name: String?, _ fileID: String, _ line: Int, _ resolveWithArguments: ((Container) -> Service)?
    ) {
      self.name = name
      self.fileID = fileID
      self.line = line
      self.resolveWithArguments = resolveWithArguments
    }

    private func resolve() -> Service {
      if let resolveWithArguments { return resolveWithArguments(container) }
      return container.resolve(name: name, fileID: fileID, line: line)
    }
  }
#endif
