import Facet

func makeContainer() -> Container {
  let container = Container.main
  container.register(Antenna.self, initializer: Antenna.init)
  container.register((any Tuner).self, initializer: DigitalTuner.init)
  container.register(Receiver.self, initializer: Receiver.init).inObjectScope(.container)
  container.register(factory: Speaker.init)
  container.register(Station.self) { _, frequency in Station(frequency: frequency) }
  container.register(name: "morning") { Show(title: "Morning") }
  container.register { Timer() }
  return container
}

let radio = makeContainer()
let receiver = try radio.require(Receiver.self)
let station = try radio.require(Station.self, argument: 98.5)
let recorder = Recorder()
print(receiver, station, recorder, try Clock())
