import Facet

/// The scopes whose instances a container keeps.
let lasting: [ObjectScope] = [
  .container, ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
]

/// The scopes whose instances belong to whoever got them.
let passing: [ObjectScope] = [.transient, .graph, .weak]
