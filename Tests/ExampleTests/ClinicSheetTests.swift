import Testing

@Suite("The clinic refuses a sheet that makes no sense", .timeLimit(.minutes(5)))
struct ClinicSheetTests {
  @Test("A day that is not in the calendar is refused")
  func date() throws {
    try expectRefusal(
      of: SampleSheet(date: "2025-02-30").text,
      saying: """
        day.json:2:11: There is no day "2025-02-30".

          Path:   date

        To fix this, write year, month and day of a real day: "2025-05-14".
        """)
  }

  @Test("An unknown species is refused, with the one that was meant")
  func species() throws {
    try expectRefusal(
      of: SampleSheet(species: "dgo").text,
      saying: """
        day.json:7:50: The clinic does not treat the species "dgo".

          Path:   animals[0].species
          Near:   "dog"

        To fix this, write one of these: dog, cat, ferret, rabbit, barn owl.
        """)
  }

  @Test("A negative weight is refused")
  func negativeWeight() throws {
    try expectRefusal(
      of: SampleSheet(weight: "-9.1").text,
      saying: """
        day.json:7:67: No dog weighs -9.1 kg.

          Path:   animals[0].weight

        To fix this, write the weight in kilograms, from 0.01 to 120.
        """)
  }

  @Test("An absurd weight is refused")
  func absurdWeight() throws {
    try expectRefusal(
      of: SampleSheet(weight: "1e300").text,
      saying: """
        day.json:7:67: No dog weighs 1e+300 kg.

          Path:   animals[0].weight

        To fix this, write the weight in kilograms, from 0.01 to 120.
        """)
  }

  @Test("A text instead of a number is refused")
  func textForNumber() throws {
    try expectRefusal(
      of: SampleSheet(weight: #""heavy""#).text,
      saying: """
        day.json:7:67: Expected a number here.

          Path:   animals[0].weight

        To fix this, replace this value by a number.
        """)
  }

  @Test("A missing field is refused, with the misspelt one")
  func missingField() throws {
    try expectRefusal(
      of: SampleSheet().text.replacing(#""phone""#, with: #""phnoe""#),
      saying: """
        day.json:4:5: The field "phone" is missing.

          Path:   owners[0]
          Near:   "phnoe"

        To fix this, add "phone" to this object.
        """)
  }

  @Test("A null instead of a text is refused")
  func null() throws {
    try expectRefusal(
      of: SampleSheet().text.replacing(#""Bruno""#, with: "null"),
      saying: """
        day.json:7:30: Expected a text in double quotes here.

          Path:   animals[0].name

        To fix this, replace this value by a text in double quotes.
        """)
  }

  @Test("An unknown owner is refused, with the one that was meant")
  func unknownOwner() throws {
    try expectRefusal(
      of: SampleSheet(dogOwner: #", "owner": "oma""#).text,
      saying: """
        day.json:7:81: No owner has the id "oma".

          Path:   animals[0].owner
          Near:   "omar"

        To fix this, write the id of one of "owners", or add the owner there.
        """)
  }

  @Test("A dog without owner is refused")
  func missingOwner() throws {
    try expectRefusal(
      of: SampleSheet(dogOwner: "").text,
      saying: """
        day.json:7:5: A dog has an owner, but the field "owner" is missing.

          Path:   animals[0]

        To fix this, add "owner" with the id of one of "owners".
        """)
  }

  @Test("An owl with owner is refused")
  func ownedOwl() throws {
    try expectRefusal(
      of: SampleSheet(owlOwner: #", "owner": "omar""#).text,
      saying: """
        day.json:8:83: A barn owl is wild and has no owner.

          Path:   animals[1].owner

        To fix this, remove the field "owner".
        """)
  }

  @Test("An unknown animal is refused, with the one that was meant")
  func unknownAnimal() throws {
    try expectRefusal(
      of: SampleSheet(animal: "owll").text,
      saying: """
        day.json:12:17: No animal has the id "owll".

          Path:   visits[1].animal
          Near:   "owl"

        To fix this, write the id of one of "animals", or add the animal there.
        """)
  }

  @Test("An unknown reason is refused")
  func unknownReason() throws {
    try expectRefusal(
      of: SampleSheet(reason: "haircut").text,
      saying: """
        day.json:12:66: There is no visit for the reason "haircut".

          Path:   visits[1].reason

        To fix this, write one of these: check-up, vaccination, injury, dental, follow-up.
        """)
  }

  @Test("A time that no clock shows is refused")
  func time() throws {
    try expectRefusal(
      of: SampleSheet(time: "9:75").text,
      saying: """
        day.json:12:32: There is no time "9:75".

          Path:   visits[1].time

        To fix this, write hours and minutes with two digits each: "08:30".
        """)
  }

  @Test("A visit at lunch is refused, with the opening hours")
  func closed() throws {
    try expectRefusal(
      of: SampleSheet(time: "12:20").text,
      saying: """
        day.json:12:32: The clinic is not open from 12:20 to 12:40.

          Path:   visits[1].time

        To fix this, move the visit into the sessions: 08:30–12:30 and 14:00–18:00.
        """)
  }

  @Test("A negative duration is refused")
  func negativeMinutes() throws {
    try expectRefusal(
      of: SampleSheet(minutes: "-20").text,
      saying: """
        day.json:12:52: No visit takes -20 minutes.

          Path:   visits[1].minutes

        To fix this, write a whole number from 5 to 180.
        """)
  }

  @Test("A broken number of minutes is refused")
  func fractionOfMinutes() throws {
    try expectRefusal(
      of: SampleSheet(minutes: "7.5").text,
      saying: """
        day.json:12:52: No visit takes 7.5 minutes.

          Path:   visits[1].minutes

        To fix this, write a whole number from 5 to 180.
        """)
  }

  @Test("Visits that overlap are refused")
  func overlap() throws {
    try expectRefusal(
      of: SampleSheet(time: "08:45").text,
      saying: """
        day.json:12:32: The visit at 08:45–09:05 begins before visits[0] at 08:30–08:50 ends.

          Path:   visits[1].time

        To fix this, move or shorten one of the two: there is one vet.
        """)
  }

  @Test("An id that is given twice is refused")
  func duplicateID() throws {
    try expectRefusal(
      of: SampleSheet().text.replacing(#""id": "owl""#, with: #""id": "bruno""#),
      saying: """
        day.json:8:13: The id "bruno" is taken by an entry above.

          Path:   animals[1].id

        To fix this, give each entry an id of its own.

        day.json:12:17: No animal has the id "owl".

          Path:   visits[1].animal

        To fix this, write the id of one of "animals", or add the animal there.

        2 problems. Nothing was planned.
        """)
  }

  @Test("A name over two lines is refused")
  func lineBreak() throws {
    try expectRefusal(
      of: SampleSheet().text.replacing("Bruno", with: #"Bru\nno"#),
      saying: """
        day.json:7:30: The text does not fit in a line of the plan.

          Path:   animals[0].name

        To fix this, write at most 60 characters, without line breaks and control characters.
        """)
  }

  @Test("An empty name is refused")
  func emptyName() throws {
    try expectRefusal(
      of: SampleSheet().text.replacing("Bruno", with: " "),
      saying: """
        day.json:7:30: The text is empty.

          Path:   animals[0].name

        To fix this, fill it in.
        """)
  }

  @Test("Everything that is wrong is told at once, in the order of the file")
  func several() throws {
    try expectRefusal(
      of: SampleSheet(date: "today", weight: "0", animal: "cow").text,
      saying: """
        day.json:2:11: There is no day "today".

          Path:   date

        To fix this, write year, month and day of a real day: "2025-05-14".

        day.json:7:67: No dog weighs 0 kg.

          Path:   animals[0].weight

        To fix this, write the weight in kilograms, from 0.01 to 120.

        day.json:12:17: No animal has the id "cow".

          Path:   visits[1].animal

        To fix this, write the id of one of "animals", or add the animal there.

        3 problems. Nothing was planned.
        """)
  }
}
