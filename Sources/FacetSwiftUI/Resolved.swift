#if canImport(SwiftUI)
  import Facet
  import SwiftUI

  /// A property of a view that resolves its service from the container in the environment, and keeps it for the lifetime of the view.
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
  /// The first use resolves the service, usually in the first `body`. SwiftUI may make the view anew any number of times: the service stays the
  /// same, until the view is removed or gets another identity. If the service is an `@Observable` object, the view is drawn again when something changes
  /// that `body` has read. If it is an `ObservableObject`, each change draws the view again, also where the property has the type of a protocol.
  ///
  /// Assign to the property to replace the service. `$basket` is a binding, as with `@State`.
  ///
  /// - Threads: the property belongs to the main actor, and the service is resolved there.
  /// - Lifetime: the state of the view holds the service, and no container.
  @MainActor
  @propertyWrapper
  public struct Resolved<Service>: DynamicProperty {
    @Environment(\.container) private var container
    @StateObject private var kept = Kept<Service>()

    // Values where possible: SwiftUI compares a view with the one before it, and no two closures are equal.
    private let name: String?
    private let fileID: String
    private let line: Int
    private let resolveWithArguments: ((Container) -> Service)?

    /// The service.
    ///
    /// - Precondition: the service can be resolved, without an `await`. If not, the program stops with the full reason and the place of the
    ///   property.
    public var wrappedValue: Service {
      get { kept.value(orMake: resolve) }
      nonmutating set { kept.current = newValue }
    }

    /// A binding to the service, which makes bindings to its properties: `$basket.coupon`.
    public var projectedValue: Binding<Service> {
      // The binding has something to read.
      _ = wrappedValue
      return $kept.current
    }

    /// Resolves the service of the property's type.
    ///
    /// - Parameters:
    ///   - name: the name of the registration.
    ///   - fileID: where the property is written.
    ///   - line: where the property is written.
    public init(name: String? = nil, fileID: String = #fileID, line: Int = #line) {
      self.init(name, fileID, line, nil)
    }

    /// Resolves a service with arguments, which are handed to the factory; their static types are a part of the key.
    ///
    /// If SwiftUI makes the view anew, the arguments of the first time count. With `.id(_:)` the view starts anew.
    ///
    /// - Parameters:
    ///   - name: the name of the registration.
    ///   - arguments: are handed to the factory.
    ///   - fileID: where the property is written.
    ///   - line: where the property is written.
    public init<each Argument>(
      name: String? = nil, arguments: repeat each Argument, fileID: String = #fileID, line: Int = #line
    ) {
      self.init(name, fileID, line) { container in
        container.resolve(name: name, arguments: repeat each arguments, fileID: fileID, line: line)
      }
    }

    /// Resolves a service with one argument, which counts as its static type, or as another type that is given.
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
    /// If SwiftUI makes the view anew, the argument of the first time counts. With `.id(_:)` the view starts anew.
    ///
    /// - Parameters:
    ///   - name: the name of the registration.
    ///   - argument: is handed to the factory.
    ///   - argumentType: the type under which the argument is a part of the key; its static type if left out.
    ///   - fileID: where the property is written.
    ///   - line: where the property is written.
    public init<Argument>(
      name: String? = nil, argument: Argument, as argumentType: Argument.Type = Argument.self,
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
