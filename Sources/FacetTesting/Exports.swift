// Who tests wants to check the graph, too: `try container.verify().check()`.
@_exported import FacetInspection
