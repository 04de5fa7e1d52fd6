internal import FacetPlatform

/// The names of the files with the first copy of Facet in the process and with this one, if they are two.
///
/// An application and its dynamic frameworks that each link Facet have a main container each. Looked up once, for the first message
/// that names it, so that no program pays for it.
let copies: (first: String, own: String)? = {
  var (first, own): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
  guard unsafe facet_other_copy(&first, &own) != 0, let first = unsafe first, let own = unsafe own else {
    return nil
  }
  return unsafe (fileName(String(cString: first)), fileName(String(cString: own)))
}()

private func fileName(_ path: String) -> String {
  String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
}
