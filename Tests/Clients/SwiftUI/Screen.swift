/// Shows a view: what stands in for the system, and is no part of its interface.
///
/// It keeps the state of a view as long as the view is drawn at the same place, gives each view the environment around it, and notices
/// whether something has changed since it drew.
@MainActor public final class Screen {
  /// Whether something has changed since the last drawing.
  public internal(set) var isStale = true

  private var show: @MainActor (Drawing) -> Void
  private var storages: [String: AnyObject] = [:]
  private var drawn: Drawing?

  /// Shows a view, which is made anew for each drawing.
  public init<Content: View>(@ViewBuilder _ content: @escaping @MainActor () -> Content) {
    show = { content().draw(in: $0) }
  }

  /// Shows a preview.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public init(_ preview: Preview) {
    show = { _ in }
    preview.view(self)
  }

  func show(_ show: @escaping @MainActor (Drawing) -> Void) { self.show = show }

  /// Draws the view, and lets go of the state of what is no longer there.
  ///
  /// Returns the texts in it.
  @discardableResult
  public func draw() -> [String] {
    isStale = false
    let drawing = Drawing(self)
    withObservationTracking {
      show(drawing)
    } onChange: {
      MainActor.assumeIsolated { self.isStale = true }
    }
    drawn = drawing
    storages = storages.filter { drawing.places.list.contains($0.key) }
    return drawing.results.texts
  }

  /// Shows nothing any more.
  public func close() {
    show = { _ in }
    draw()
  }

  /// Presses a button of the last drawing.
  public func press(_ title: String) { drawn?.results.actions[title]?() }

  /// Writes to a text field of the last drawing.
  public func write(_ text: String, to title: String) {
    drawn?.results.fields[title]?.wrappedValue = text
  }

  func kept<Storage: AnyObject>(at place: String, orMake make: () -> Storage) -> Storage {
    if let storage = storages[place] as? Storage { return storage }
    let storage = make()
    storages[place] = storage
    return storage
  }
}

/// One drawing, at the place of one view.
@MainActor struct Drawing {
  @MainActor final class Results {
    var texts: [String] = []
    var actions: [String: @MainActor () -> Void] = [:]
    var fields: [String: Binding<String>] = [:]
  }
  final class Places {
    var list: Set<String> = []
  }

  let screen: Screen
  let results = Results()
  let places = Places()
  var environment = EnvironmentValues()
  private(set) var place = ""

  init(_ screen: Screen) { self.screen = screen }

  func at(_ part: Any) -> Drawing {
    var inner = self
    inner.place += "/\(part)"
    return inner
  }

  /// Gives the properties of a view what they need, those in others first.
  func install(_ value: Any) {
    for (number, child) in Mirror(reflecting: value).children.enumerated()
    where child.value is any DynamicProperty {
      let inner = at("\(type(of: value)).\(child.label ?? "\(number)")")
      if let property = child.value as? any Installed {
        places.list.insert(inner.place)
        property.install(at: inner.place, in: inner)
      } else if var property = child.value as? any DynamicProperty {
        inner.install(property)
        property.update()
      }
    }
  }
}

extension View {
  func draw(in drawing: Drawing) {
    if let view = self as? any DrawnView { return view.drawSelf(in: drawing) }
    drawing.install(self)
    body.draw(in: drawing.at(Self.self))
  }
}

/// A view that has no body.
@MainActor private protocol DrawnView {
  func drawSelf(in drawing: Drawing)
}

extension Text: @MainActor DrawnView {
  func drawSelf(in drawing: Drawing) { drawing.results.texts.append(words) }
}

extension Button: @MainActor DrawnView {
  func drawSelf(in drawing: Drawing) {
    if let text = label as? Text { drawing.results.actions[text.words] = action }
  }
}

extension TextField: @MainActor DrawnView {
  func drawSelf(in drawing: Drawing) {
    if let label = label as? Text { drawing.results.fields[label.words] = text }
    drawing.results.texts.append(text.wrappedValue)
  }
}

extension VStack: @MainActor DrawnView {
  func drawSelf(in drawing: Drawing) { content.draw(in: drawing) }
}

extension TupleView: @MainActor DrawnView {
  func drawSelf(in drawing: Drawing) {
    for (number, child) in Mirror(reflecting: value).children.enumerated() {
      if let view = child.value as? any View { view.draw(in: drawing.at(number)) }
    }
  }
}

extension _ConditionalContent: @MainActor DrawnView {
  func drawSelf(in drawing: Drawing) {
    switch self {
    case .first(let view): view.draw(in: drawing.at("first"))
    case .second(let view): view.draw(in: drawing.at("second"))
    }
  }
}

extension Optional: @MainActor DrawnView where Wrapped: View {
  func drawSelf(in drawing: Drawing) { self?.draw(in: drawing) }
}

extension ModifiedContent: @MainActor DrawnView where Content: View, Modifier: ViewModifier {
  func drawSelf(in drawing: Drawing) {
    drawing.install(modifier)
    let view = content
    let content = _ViewModifier_Content<Modifier> { view.draw(in: $0.at("content")) }
    modifier.body(content: content).draw(in: drawing.at(Modifier.self))
  }
}

extension _ViewModifier_Content: @MainActor DrawnView {
  func drawSelf(in drawing: Drawing) { self.drawing(drawing) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension PreviewModifierContent: @MainActor DrawnView {
  func drawSelf(in drawing: Drawing) { self.drawing(drawing) }
}

extension EnvironmentView: @MainActor DrawnView where Content: View {
  func drawSelf(in drawing: Drawing) {
    var inner = drawing
    change(&inner.environment)
    content.draw(in: inner)
  }
}

extension IdentifiedView: @MainActor DrawnView where Content: View {
  func drawSelf(in drawing: Drawing) { content.draw(in: drawing.at(id)) }
}
