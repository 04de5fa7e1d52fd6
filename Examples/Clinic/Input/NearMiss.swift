/// The words that resemble a mistyped one, the nearest first.
func nearest(to word: String, among candidates: some Sequence<String>) -> [String] {
  candidates
    .map { (word: $0, distance: editDistance(word.lowercased(), $0.lowercased())) }
    .filter { $0.distance <= max(1, min(word.count, $0.word.count) / 3) }
    .sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }
    .prefix(3)
    .map(\.word)
}

/// How many letters to insert, remove or replace to make one word of the other.
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var row = Array(0...right.count)
  for (index, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in right.indices {
      let replaced = diagonal + (letter == right[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
    }
  }
  return row[right.count]
}
