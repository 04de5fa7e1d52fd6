import Swinject
import Teas

let container = Container()
registerTeas(container)
print(container.resolve(Tea.self, name: "green") as Any)
print(container.resolve(Tea.self, name: "red") as Any)
print(Counter().resolve())
