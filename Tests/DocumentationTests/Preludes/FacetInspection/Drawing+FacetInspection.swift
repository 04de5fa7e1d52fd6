@testable import DocumentationVocabulary

func afterwards() {
  resolveShop()
}
