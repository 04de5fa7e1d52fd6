import FacetCommands

// What people run: `swift run facet`.
Tool.run()
