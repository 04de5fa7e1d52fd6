import Facet
import FacetTestSupport

/// The scopes whose instances a container keeps.
let lasting: [ObjectScope] = [.container, .session]

/// The scopes whose instances belong to whoever got them.
let passing: [ObjectScope] = [.transient, .graph, .weak]
