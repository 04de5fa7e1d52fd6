/// The words that resemble a mistyped one, the nearest first.
func nearest(to word: String, among candidates: some Sequence<String>) -> [String] {
  candidates
    .map { (word: $0, distance: editDistance(word.lowercased(), $0.lowercased())) }
    .filter { $0.distance <= max(1, min(word.count, $0.word.count) / 3) }
    .sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }
    .prefix(3)
    .map(\.word)
}

/// How many letters to insert, remove, replace or swap with the next to make one word of the other.
private func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left)
  let right = Array(right)
  var rows = [Array(0...right.count)]
  for row in left.indices {
    var distances = [row + 1]
    for column in right.indices {
      let replaced = rows[row][column] + (left[row] == right[column] ? 0 : 1)
      var distance = min(replaced, rows[row][column + 1] + 1, distances[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, rows[row - 1][column - 1] + 1)
      }
      distances.append(distance)
    }
    rows.append(distances)
  }
  return rows[left.count][right.count]
}
