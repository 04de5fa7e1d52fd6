import FacetCommands

// What people run: `swift run facet`.
await Tool.run()
