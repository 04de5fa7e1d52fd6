/// A small sheet, one value of which a test can spoil.
struct SampleSheet {
  var date = "2025-05-14"
  var species = "dog"
  var weight = "9.1"
  var dogOwner = #", "owner": "omar""#
  var owlOwner = ""
  var animal = "owl"
  var time = "09:00"
  var minutes = "20"
  var reason = "injury"

  var text: String {
    """
    {
      "date": "\(date)",
      "owners": [
        { "id": "omar", "name": "Omar Haddad", "phone": "555-0178" }
      ],
      "animals": [
        { "id": "bruno", "name": "Bruno", "species": "\(species)", "weight": \(weight)\(dogOwner) },
        { "id": "owl", "name": "Owl", "species": "barn owl", "weight": 0.32\(owlOwner) }
      ],
      "visits": [
        { "animal": "bruno", "time": "08:30", "minutes": 20, "reason": "follow-up" },
        { "animal": "\(animal)", "time": "\(time)", "minutes": \(minutes), "reason": "\(reason)" }
      ]
    }

    """
  }
}
