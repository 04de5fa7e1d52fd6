import Foundation

/// Finds the blocks of Swift in lines of Markdown.
struct BlockReader {
  private let path: String
  private(set) var blocks: [Block] = []

  private var open: Block?
  private var isInOther = false
  private var isInOutput = false
  private var isBehindBlock = false
  private var exception: String?

  init(path: String, lines: [Line]) {
    self.path = path
    for line in lines { read(line) }
  }

  private mutating func read(_ line: Line) {
    let text = line.text.trimmingCharacters(in: .whitespaces)
    if text.hasPrefix("```") {
      readFence(String(text.dropFirst(3)))
    } else if open != nil {
      open?.lines.append(line)
    } else if isInOutput {
      blocks[blocks.count - 1].output?.append(line.text)
    } else if !isInOther, !text.isEmpty {
      isBehindBlock = false
      exception = text.wholeMatch(of: /<!-- not compiled: (.+) -->/).map { String($0.1) }
    }
  }

  private mutating func readFence(_ language: String) {
    if let block = open {
      blocks.append(block)
      open = nil
      isBehindBlock = true
    } else if isInOther {
      isInOther = false
      isInOutput = false
      isBehindBlock = false
    } else if language == "swift" {
      open = Block(path: path, exception: exception)
      exception = nil
    } else {
      isInOther = true
      isInOutput = language.isEmpty && isBehindBlock
      if isInOutput { blocks[blocks.count - 1].output = [] }
    }
  }
}
