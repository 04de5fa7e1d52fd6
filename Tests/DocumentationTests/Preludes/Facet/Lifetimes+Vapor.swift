import Facet
import Vapor

let application = Application()
