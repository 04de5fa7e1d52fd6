import Foundation

/// The sheet that comes with the example.
enum ShippedSheet {
  static var path: String {
    Bundle.module.path(forResource: "day", ofType: "json") ?? "day.json"
  }
}
