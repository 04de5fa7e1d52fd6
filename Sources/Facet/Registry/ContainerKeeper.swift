/// Something that was handed out, and keeps its container alive.
///
/// It stops if the container comes to keep it in turn: then neither would ever be released.
protocol ContainerKeeper: AnyObject {
  func stopKeepingContainer()
}

extension WeakReference {
  /// The object, if it lives and is one that keeps its container.
  var keeper: (any ContainerKeeper)? { object as? any ContainerKeeper }
}
