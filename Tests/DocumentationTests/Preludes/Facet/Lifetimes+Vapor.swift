import Facet
import Vapor

let app = Container()
let application = Application()
