import Facet

struct Tea {}

struct Cup {
  let tea: Tea
}

let container = Container()
