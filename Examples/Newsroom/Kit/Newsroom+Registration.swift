import Facet

extension Newsroom {
  /// Registers the services of the newsroom with the main container.
  ///
  /// A newsroom is resolved with its folder, an optional text; without one it reads the samples.
  @Sendable public static func registerServices() {
    Container.register { (_, folder: String?) in
      Newsroom(desk: Container.resolve(argument: folder))
    }
    Container.register { (_, folder: String?) in Desk(store: Container.resolve(argument: folder)) }
    Container.register(FeedStore.self) { (_, folder: String?) in FolderStore(folder: folder) }.live()

    Container.register { FeedReader() }
    Container.register { Digest() }
    Container.register { JSONFormat() }
    // The name is that of the root element.
    Container.register(XMLFormat.self, name: "rss") { RSSFormat() }
    Container.register(XMLFormat.self, name: "feed") { AtomFormat() }

    Container.register { StandardConsole() }.live()
      .implements(Printing.self) { $0 }
      .implements(ProblemReporting.self) { $0 }
  }
}
