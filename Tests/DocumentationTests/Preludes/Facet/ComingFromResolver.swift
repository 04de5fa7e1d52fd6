@testable import DocumentationVocabulary

protocol API {}
struct MockAPI: API {}

final class ViewModel {
  init(fetcher: any Fetching, updater: any Updating) {}
}

protocol NoteStore: AnyObject {}

final class FileNoteStore: NoteStore {}

final class FakeNoteStore: NoteStore {
  init(_ titles: [String]) {}
}

final class NotesModel {
  let titles: [String] = []
  init(store: any NoteStore) {}
}
