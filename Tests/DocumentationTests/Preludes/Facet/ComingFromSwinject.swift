protocol NoteStore: AnyObject {}
protocol NoteReading {}

final class FileNoteStore: NoteStore, NoteReading {}

final class FakeNoteStore: NoteStore, NoteReading {
  init(_ titles: [String]) {}
}

final class NotesModel {
  let titles: [String] = []
  init(store: any NoteStore) {}
}
