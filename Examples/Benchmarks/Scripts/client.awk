# Writes the sources of a client with many services, wired with Facet or by hand.
#
# Variables: kind (wired or hand), count (of services), folder (where the sources go).
#
# Ten services for each file, each of which needs the one before. With Facet each has one registration and one resolve:
# nine in the factories, and one for the last of the file.

function write_service(file, i, isFirst) {
  print "\nfinal class Service" i " {\n  let number = " i > file
  if (isFirst) {
    print "  init() {}\n}" > file
  } else {
    print "  let needed: Service" i - 1 > file
    print "  init(needed: Service" i - 1 ") { self.needed = needed }\n}" > file
  }
}

function wire_with_facet(file, first, last,    i) {
  print "import Facet\n\nfunc use" first "(_ container: Container) -> Int {" > file
  for (i = first; i <= last; i++)
    print "  container.register(Service" i ".self) { r in Service" i "(" \
      (i > first ? "needed: r.resolve(Service" i - 1 ".self)!" : "") ") }" > file
  print "  return container.resolve(Service" last ".self)!.number\n}" > file
}

function wire_by_hand(file, first, last,    i) {
  print "func use" first "() -> Int {" > file
  for (i = first; i <= last; i++)
    print "  let service" i " = Service" i "(" (i > first ? "needed: service" i - 1 : "") ")" > file
  print "  return service" last ".number\n}" > file
}

BEGIN {
  main = folder "/main.swift"
  if (kind == "wired") print "import Facet\n\nlet container = Container()" > main
  print "var sum = 0" > main
  for (first = 0; first < count; first += 10) {
    last = first + 9 < count ? first + 9 : count - 1
    file = folder "/Services" first ".swift"
    if (kind == "wired") wire_with_facet(file, first, last)
    else wire_by_hand(file, first, last)
    for (i = first; i <= last; i++) write_service(file, i, i == first)
    close(file)
    print "sum += use" first "(" (kind == "wired" ? "container" : "") ")" > main
  }
  print "print(sum)" > main
}
