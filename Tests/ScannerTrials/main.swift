import FacetScanner
import Foundation

try Dump.run(Array(CommandLine.arguments.dropFirst(2)))
