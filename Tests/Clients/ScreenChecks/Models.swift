import Combine
import Facet
import FacetSwiftUI
import SwiftUI

@MainActor protocol Named: AnyObject {
  var name: String { get set }
}

@MainActor @Observable final class ObservedModel: Named {
  var name = "observed"
}

@MainActor final class PublishingModel: ObservableObject, Named {
  @Published var name = "published"
}

@MainActor final class SilentModel: Named {
  var name = "silent"
}

struct Settings {
  var name = "value"
}

struct ModelView<Model>: View {
  @Resolved var model: Model
  let text: (Model) -> String

  var body: some View { Text(text(model)) }
}

struct FieldView<Model: Named>: View {
  @Resolved private var model: Model

  var body: some View {
    TextField("Name", text: $model.name)
    Button("Replace") { model = replacement as! Model }
  }
}

struct SettingsView: View {
  @Resolved private var settings: Settings

  var body: some View { TextField("Name", text: $settings.name) }
}

struct TwoOfThem: View {
  @Resolved private var first: ObservedModel
  @Resolved private var second: ObservedModel

  var body: some View { Text(first === second ? "same" : "two") }
}

struct ContainerView: View {
  @Environment(\.container) private var container
  let see: (Container) -> Void

  var body: some View {
    let _ = see(container)
    Text("container")
  }
}

@MainActor let replacement = ObservedModel()

struct ShopName: Sendable {
  let word: String
}

struct ShopSign: Sendable {
  let name: ShopName
}
