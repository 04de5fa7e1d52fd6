/// Something that was handed out, and keeps its container alive.
///
/// Told to stop where the container itself comes to keep it: then neither would ever go.
protocol ContainerKeeper: AnyObject {
  func stopKeepingContainer()
}
