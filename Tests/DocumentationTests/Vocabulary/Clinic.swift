import Facet

final class Vet {
  var clinic: Clinic?
}

final class Clinic {
  var vet: Vet?
  init() {}
  init(vet: Vet) { self.vet = vet }
  init(billing: Lazy<Billing>) {}
}

final class Billing {
  func send(_ bill: Bill) {}
}

struct Bill {}

struct Patient {}
let patient = Patient()

final class Treatment {
  init(patient: Patient) {}
}

final class Visit {
  init(_ number: Int, _ name: String) {}
}
