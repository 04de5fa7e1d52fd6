// A test registers and resolves, and checks the graph: `try container.verify().check()`.
@_exported import Facet
@_exported import FacetInspection
