import Facet
import FacetSwiftUI
import SwiftUI

let app = Container { container in
  container.register(ObservedModel.self) { @MainActor _ in ObservedModel() }
  container.register(PublishingModel.self) { @MainActor _ in PublishingModel() }
    .implements((any Named).self)
  container.register(SilentModel.self) { @MainActor _ in SilentModel() }
  container.register(Settings.self) { Settings() }
}

@MainActor func checkEnvironment() {
  var seen: [Container] = []
  let plain = Screen { ContainerView { seen.append($0) } }
  plain.draw()
  Container.withMain(app) { _ = plain.draw() }
  check("without a container, a view has the main one", seen[0] === Container.main && seen[1] === app)

  let given = Screen { ContainerView { seen.append($0) }.container(app) }
  given.draw()
  check("a view has the container that is given to one around it", seen[2] === app)
}

@MainActor func checkInstances() {
  var models: [ObservedModel] = []
  let (isShown, identity) = (Changing(true), Changing(1))
  let screen = Screen {
    if isShown.value {
      ModelView<ObservedModel> { model in
        models.append(model)
        return model.name
      }.id(identity.value).container(app)
    }
  }
  screen.draw()
  screen.draw()
  check("a view that is made anew has the same instance", models.count == 2 && models[0] === models[1])

  models[0].name = "changed"
  check("a change of an @Observable object draws the view again", screen.isStale)
  check("with what has changed", screen.draw() == ["changed"])

  identity.value = 2
  screen.draw()
  check("a view with another identity has an instance of its own", models[0] !== models[3])

  weak let last = models[3]
  models = []
  check("the view holds its instance", last != nil)
  isShown.value = false
  screen.draw()
  check("which goes with the view", last == nil)
  check(
    "what need not be registered is nil", Screen { ModelView<Int?> { "\($0 == nil)" } }.draw() == ["true"])
  check("two properties are two resolves", Screen { TwoOfThem().container(app) }.draw() == ["two"])
}

@MainActor func checkObservableObjects() {
  var model: PublishingModel?
  let direct = Screen {
    ModelView<PublishingModel> {
      model = $0
      return $0.name
    }.container(app)
  }
  direct.draw()
  model?.name = "changed"
  check(
    "a change of an ObservableObject draws the view again", direct.isStale && direct.draw() == ["changed"])

  var named: (any Named)?
  let behind = Screen {
    ModelView<any Named> {
      named = $0
      return $0.name
    }.container(app)
  }
  behind.draw()
  named?.name = "changed"
  check("so does one behind a protocol", behind.isStale && behind.draw() == ["changed"])

  let silent = Screen {
    ModelView<SilentModel> {
      named = $0
      return $0.name
    }.container(app)
  }
  silent.draw()
  named?.name = "changed"
  check("an object that says nothing does not", !silent.isStale)
}

@MainActor func checkBindings() {
  let observed = Screen { FieldView<ObservedModel>().container(app) }
  observed.draw()
  observed.write("typed", to: "Name")
  check("a binding writes to an @Observable object", observed.isStale && observed.draw() == ["typed"])
  observed.press("Replace")
  check("an assignment replaces the instance", observed.isStale && observed.draw() == ["observed"])

  let published = Screen { FieldView<PublishingModel>().container(app) }
  published.draw()
  published.write("typed", to: "Name")
  check("a binding writes to an ObservableObject", published.isStale && published.draw() == ["typed"])
  published.write("again", to: "Name")
  check("which the view goes on to follow", published.isStale && published.draw() == ["again"])

  let settings = Screen { SettingsView().container(app) }
  settings.draw()
  settings.write("typed", to: "Name")
  check("a binding writes to a value", settings.isStale && settings.draw() == ["typed"])
}
