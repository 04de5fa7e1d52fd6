import Facet

protocol Tuner {}
struct DigitalTuner: Tuner {
  var antenna: Antenna
}
struct Antenna {}
final class Station {
  let frequency: Double
  init(frequency: Double) { self.frequency = frequency }
}
final class Receiver {
  init(tuner: any Tuner, speaker: Speaker) {}
}
final class Speaker {
  var volume = 3
}
final class Recorder {
  @Injected var receiver: Receiver
  @LazyInjected var speaker: Speaker
  @OptionalInjected var display: Display?
  @Injected(name: "morning") private var show: Show
}
struct Display {}
struct Show {
  var title: String
}
final class Clock {
  private let timer: Timer
  private let show: Show

  convenience init() throws {
    try self.init(timer: Container.main.require(), show: Container.main.require(name: "morning"))
  }

  init(timer: Timer, show: Show) {
    self.timer = timer
    self.show = show
  }
}
struct Timer {}
