import Foundation

/// The logs that come with the example.
enum SampleLogs {
  static var inputs: [Input] {
    ["web-1.log", "web-2.log"].map { name in
      let path = Bundle.module.path(forResource: name, ofType: nil, inDirectory: "Samples") ?? name
      return Input(kind: .file(path))
    }
  }
}
