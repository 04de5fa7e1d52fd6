import Facet
import FacetSwiftUI
import SwiftUI

// Shows views on the screen of the stand-in, and looks at what FacetSwiftUI does with them.

extension Container: @retroactive AutoRegistering {
  /// The services of the samples, and of the previews.
  public static func registerAllServices() {
    ShopAssembly().assemble(container: main)
    main.register(ShopName.self) { _ in ShopName(word: "shop") }
    main.register(ShopSign.self) { _ in ShopSign(name: resolve()) }
  }
}

if CommandLine.arguments.contains("missing") {
  Screen { ModelView<ObservedModel> { $0.name }.container(Container()) }.draw()
}

checkEnvironment()
checkInstances()
checkObservableObjects()
checkBindings()
await checkChildren()
checkSamples()
checkPreviews()
print("\(checks) checks")
