@testable import DocumentationVocabulary

@MainActor final class ShopModel {
  let goods: [String] = []
  init(store: Store) {}
  func open() {}
}
