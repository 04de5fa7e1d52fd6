@testable import DocumentationVocabulary

let logger = Logger()
