"""Runs all interleavings of the parties of `protocol.py` over random small graphs, and checks what `promises.py` has.

    explore.py GRAPHS SEED PARTIES [without WORD] [roots N] [states N] [services N] [events N] [first]

The last party does not resolve: it resets, closes, forgets, releases, cancels others. The others do so after they have resolved, and factories,
decorators and completions reset and close, too (`Case.acts`). Whoever resolves uses lazies and providers, then and later. Each awaited end
runs in a party that begins when it does. Steps are replayed from the start for each branch; a state that was seen is not entered again. A state is
what all parties have seen so far (that determines what they are) and what they share. STATES is the most for one graph: what is left out is chosen at
random.

Not covered: awaited builds in tasks of their own; what ends do themselves, such as a reset, a close or a resolve; a storage that waits; a factory
that returns an object which exists already; who joins a graph later; more than one child; a change of registrations.
"""
import random, sys, time
import protocol
from protocol import *

def random_graph(rand, services, graphs, density):
    n, rank = services + graphs, list(range(services + graphs))
    rand.shuffle(rank)
    needs = lambda share: tuple(sorted((j for j in range(n) if rand.random() < share), key=lambda _: rand.random()))
    kinds = rand.choice((["shared"], ["shared", "weak", "custom"]))
    wrapped = rand.choice((0, 0.3, 0.6))
    places = rand.choice(((0,), (0, 0, 1)))
    # Mostly without loops over factories: half of the needs point down.
    down = lambda i, share: tuple(j for j in needs(share) if j != i and (rank[j] < rank[i] or rand.random() < 0.15))
    def used(needs):
        if rand.random() >= wrapped / 2: return needs
        place = rand.randint(0, len(needs))
        return needs[:place] + (Use(rand.choice(("own", "got")), rand.randrange(2)),) + needs[place:]
    return tuple(Node(rand.choice(kinds) if i < services else "graph", rand.choice(places), used(down(i, density)), used(needs(density)),
        used(down(i, density)) if rand.random() < 0.3 else (),
        tuple(Wrapped(rand.randrange(n), rand.random() < 0.75) for _ in range(2) if rand.random() < wrapped)) for i in range(n))

def random_events(rand, graph, count, kinds=("reset", "reset", "forget", "close", "close", "release", "cancel")):
    shared, events = [i for i, node in enumerate(graph) if node.kind != "graph"], []
    some = lambda: tuple(rand.sample(shared, min(len(shared), rand.choice((1, 1, 1, 2, 9)))))
    choices = {"reset": lambda: (some(),), "forget": lambda: (rand.choice(shared),), "close": lambda: (rand.randrange(2), rand.random() < 0.6), "release": lambda: (1,),
        "cancel": lambda: (rand.randrange(2),), "use_later": lambda: (rand.randrange(4),)}
    return [(kind, choices[kind]()) for kind in rand.choices(kinds, k=count)]

def random_acts(rand, graph, count):
    """What user code does at a place, each time or once."""
    acts = {}
    for event in random_events(rand, graph, count, ("reset", "reset", "close")):
        node, phase = rand.randrange(len(graph)), rand.randint(1, 3)
        acts[node, phase, rand.randint(0, len(graph[node][phase + 1]))] = event + (rand.random() < 0.6,)
    # What a storage does: it may not wait, so it resets no other storage.
    plain = [i for i, node in enumerate(graph) if node.kind in ("shared", "weak")]
    for node in range(len(graph)):
        if graph[node].kind == "custom" and rand.random() < 0.3:
            reset = plain and rand.random() < 0.7
            acts[node, 4, 0] = ("reset", ((rand.choice(plain),),), rand.random() < 0.6) if reset else ("ask", (node,), True)
    return acts

class Run:
    def __init__(self, case, events=()):
        self.world = World(case)
        self.parties, self.world.start = self.world.parties, self.start
        for n in range(len(case.roots) + 1): Party(self.world, n)
        self.got, self.errors = [[] for _ in case.roots], [None] * (len(case.roots) + 1)
        self.code = [self.body(p, r) for p, r in zip(self.parties, case.roots)] + [self.events(self.parties[-1], events)]
        self.waits, self.steps, self.world.let_go = [None] * len(self.code), 0, self.let_go
    def body(self, party, roots):
        for root in roots:
            if isinstance(root, int): self.got[party.number].append((yield from party.top_level(root)))
            else: yield from self.events(party, [root])
    def events(self, party, events):
        for kind, what in events: yield from getattr(party, kind)(*what)
    def start(self, code):
        for list, item in ((self.code, code), (self.waits, None), (self.errors, None)): list.append(item)
    def let_go(self, instance):
        self.got = [[r for r in list if instance not in reachable(r)] for list in self.got]
        for p in self.parties: p.last = None if p.last and instance in reachable(p.last) else p.last
    def is_waiting(self, n):
        asked = self.waits[n]
        return asked and not asked.ended and not (n in self.world.cancelled and isinstance(asked, Asked) and asked.is_cancellable)
    def ready(self): return [n for n, c in enumerate(self.code) if c and not self.is_waiting(n)]
    def step(self, n):
        self.steps += 1
        self.parties[n].saw("a step")
        if self.steps > 3000: raise Broken("runs for ever")
        try: self.waits[n] = next(self.code[n])
        except StopIteration: self.code[n] = None
        except Failure as error: self.code[n], self.errors[n] = None, error
    def key(self):
        w, id = self.world, lambda i: i.id if i else ()
        w.builds, w.calls = [b for b in w.builds if not b.ended], [c for c in w.calls if not c.ended]
        wrappers = ((i.id, id(x.result), x.once.party.number if x.once else -1, id(x.value), x.runs) for k in self.kept() for i in reachable(k) for x in i.wrappers)
        needs = ((i.id, tuple(map(id, i.built)), tuple(map(id, i.later)), tuple((j.id, sum(c.tick < tick for c in w.calls)) for j, tick in i.came)) for i in w.all if not i.over and i.came)
        return hash((tuple(p.signature for p in self.parties), tuple(c is None for c in self.code),
            tuple((h.number, id(h.instance), id(h.kept), h.claim and h.claim.party.number) for h in w.homes), tuple((n, i.id) for n, i in sorted(w.stored.items())),
            tuple((n, l.party.number) for n, l in sorted(w.locks.items())), tuple(w.given_up), tuple(map(tuple, (w.closed, w.draining, w.ending, w.emptied, w.cancelled))),
            w.thrown, tuple(sorted(w.acted)), tuple(sorted((b.node, b.party.number, (b.is_abandoned, b.is_early, w.is_stale(b), b.life.number) if isinstance(b, Build) else ()) for b in w.builds)),
            tuple((c.party.number, c.task and c.task.number, tuple((i.id, i.begun, i.over) for i in c.all)) for c in w.calls), tuple(sorted((c.party.number, tuple(c.family)) for c in w.closes)),
            tuple(i.id for i in sorted(self.kept(), key=lambda i: i.number)), tuple(sorted(wrappers)), tuple(needs),
            tuple(sorted((p.number, b.node or -1, b.party.number, b.ended) for p, b in w.waits.items()))))
    def kept(self): return [h.kept for h in self.world.homes if h.kept] + list(self.world.stored.values()) + [p.last for p in self.parties if p.last]

def finish(run, code):
    while True:
        try: next(code)
        except StopIteration as end: return end.value
        finally:
            while run.ready(): run.step(run.ready()[0])

def check_end(run, alone):
    w = run.world
    if any(run.code): raise Broken("hang")                                                  # P3
    if any(h.claim for h in w.homes) or w.locks or not all(b.ended for b in w.builds): raise Broken("a claim stays")                                   # P6
    for n, error in enumerate(run.errors):                                                  # P5
        if isinstance(error, Cancelled) and n not in w.cancelled: raise Broken("party %d is cancelled by another" % n)
        if error and alone and not (isinstance(error, Oops) and w.thrown == n) and not (isinstance(error, Closed) and w.closed | w.draining) and not isinstance(error, Cancelled):
            raise Broken("party %d got an error: %s" % (n, type(error).__name__))
    def check_one():                                                                        # P1
        found = {}
        for i in (i for list in run.got for root in list for i in reachable(root)):
            if w.graph[i.node].kind != "graph" and w.storages.get(i.node, 1) == 1 and found.setdefault(i.life, i) is not i:
                raise Broken("two instances of %d" % i.node)
    check_one()
    after = Party(w, len(w.parties)); run.got.append([])                                  # P6
    w.acts, w.looks = {}, ()
    if w.throws and w.thrown is None: w.thrown = -1
    for n, node in enumerate(w.graph):
        try:
            run.got[-1].append(finish(run, after.top_level(n)))
            if node.container in w.closed: raise Broken("%d of a closed container can be had" % n)
        except Failure as error:
            if alone and not (w.closed and isinstance(error, Closed)): raise Broken("%d cannot be had afterwards: %s" % (n, type(error).__name__))
            after.frames, after.deferred, after.askers = [], [], []
    check_one()
    for container in sorted({0, 1} - w.closed): finish(run, after.close(container, True))                      # P7
    for i in w.all:
        is_weak, storage = w.graph[i.node].kind == "weak", w.storages.get(i.node, 1) if i.published and not i.stale else 1
        allowed = range(99) if storage == 2 else (0,) if is_weak or i.let_go else (0, 1) if storage == 0 else (1,)
        if i.ends not in allowed:
            raise Broken("%d ends %d times%s" % (i.node, i.ends, "" if i.published else ", unseen"))

class Case:
    """A graph, what is asked, and what user code does."""
    def __init__(self, rand, parties, count, largest, events, rules):
        self.graph = graph = random_graph(rand, rand.randint(2, largest), rand.randint(0, 2), rand.choice((0.2, 0.35, 0.5)))
        self.roots = [[rand.randrange(len(graph)) for _ in range(count)] for _ in range(parties)]
        self.throws = (rand.randrange(len(graph)), rand.randint(1, 2)) if rand.random() < 0.6 else None
        share = rand.choice((0, 0, 0.4, 1))
        self.swallows = frozenset((s, p, k) for s in range(len(graph)) for p in (1, 2) for k in range(len(graph[s][p + 1])) if rand.random() < share)
        # Custom storages: 1 keeps what it is told, 0 keeps nothing, 2 keeps the first, whatever it is told.
        self.storages, self.rules = {i: rand.choice((0, 1, 1, 1, 2)) for i, node in enumerate(graph) if node.kind == "custom"}, rules
        self.events = random_events(rand, graph, rand.randint(0, events))
        self.acts = random_acts(rand, graph, rand.choice((0, 0, 1, 2)))
        for roots in self.roots:
            if any(node.wrapped for node in graph): roots += random_events(rand, graph, rand.randint(0, 2), ("use_later",))
            roots += random_events(rand, graph, rand.random() < 0.25, ("reset", "close", "close", "release"))
        self.awaited = frozenset(rand.sample(range(len(graph)), rand.randint(0, len(graph)))) if rand.random() < 0.4 else frozenset()
        some = lambda share: frozenset(i for i in range(len(graph)) if rand.random() < share)
        # What ends slowly, what looks whether it was cancelled, what is built in tasks.
        self.slow, self.looks, self.as_tasks = some(rand.choice((0, 0.5))), some(0.5), some(rand.choice((0, 1)))
        reach = [{j for j in n.made + n.linked + n.decorated if isinstance(j, int)} | {w.target for w in n.wrapped} for n in graph]
        for _ in graph: reach = [r | set().union(*[reach[j] for j in r]) if r else r for r in reach]
        self.is_circular = any(i in r for i, r in enumerate(reach))
    def __str__(self):
        word = lambda j: "%s.%d" % j if isinstance(j, Use) else ("lazy %d" if j.is_lazy else "provider %d") % j.target if isinstance(j, Wrapped) else str(j)
        words = lambda all: "[%s]" % ", ".join(map(word, all))
        nodes = "; ".join("%d[%s%s %d] %s%s%s%s" % (i, n.kind, self.storages.get(i, ""), n.container, words(n.made), n.decorated and " d" + words(n.decorated), " c" + words(n.linked), n.wrapped and " w" + words(n.wrapped)) for i, n in enumerate(self.graph))
        return nodes + (" throws %s" % (self.throws,) if self.throws else "") + (" swallows %s" % sorted(self.swallows) if self.swallows else "") + (" acts %s" % self.acts if self.acts else "") + "".join(" %s %s" % (name, sorted(all)) for name, all in (("awaited", self.awaited), ("slow", self.slow), ("looks", self.looks), ("tasks", self.as_tasks)) if all) + "\n   roots %s, events %s" % (self.roots, self.events)
    def loops_alone(self):
        """Whether one thread alone finds a loop, also one that is caught."""
        loops, old, roots, throws, rules, acts = [], protocol.Loop, self.roots, self.throws, self.rules, self.acts
        class Counting(Loop):
            def __init__(self): loops.append(1)
        protocol.Loop, self.throws, self.rules = Counting, None, ALL
        for r in range(2 * len(self.graph)):
            self.roots, self.acts = [[r // 2] + [("use_later", (place,)) for place in range(3)]], acts if r % 2 else {}
            run = Run(self)
            while run.code[0]: run.step(run.ready()[-1])
        protocol.Loop, self.roots, self.throws, self.rules, self.acts = old, roots, throws, rules, acts
        return bool(loops)

def explore(case, limit):
    """Returns the number of states, of ends, whether it was cut off, the most runs of a factory; raises Broken with a schedule."""
    try: alone = not case.loops_alone()
    except Broken as error: raise Broken("%s\n   %s, alone" % (error, case))
    seen, todo, ends, most, rand = set(), [()], 0, 0, random.Random(limit)
    while todo and len(seen) <= limit:
        # At random, so that what is cut off is not all of one kind.
        path, run = list(todo.pop(rand.randrange(len(todo)))), Run(case, case.events)
        try:
            for n in path: run.step(n)
            while True:
                ready = run.ready()
                if not ready:
                    ends, most = ends + 1, max([most] + [r for r, n in zip(run.world.runs, case.graph) if n.kind != "graph"])
                    check_end(run, alone)
                    break
                rand.shuffle(ready)
                key = run.key()
                if key in seen: break
                seen.add(key)
                todo += [tuple(path + [n]) for n in ready[1:]]
                path.append(ready[0])
                run.step(ready[0])
        except (Broken, AssertionError) as error: raise Broken("%s\n   %s, schedule %s" % (error, case, "".join(map(str, path))))
    return len(seen), ends, bool(todo), most

def main():
    args = sys.argv[1:]
    option = lambda name, default: args[args.index(name) + 1] if name in args else default
    rand, start, broken, total = random.Random(int(args[1])), time.time(), {}, dict.fromkeys("circles failing events states ends cut second".split(), 0)
    for number in range(int(args[0])):
        case = Case(rand, int(args[2]), int(option("roots", 1)), int(option("services", 4)), int(option("events", 2)), ALL - {option("without", None)})
        try:
            states, ends, cut, most = explore(case, int(option("states", 5000)))
            for name, more in zip(total, (case.is_circular, bool(case.throws), bool(case.events), states, ends, cut, most > 1)): total[name] += more
            if most > 1 and not (case.throws or case.is_circular or case.events or case.acts or any(len(r) > int(option("roots", 1)) for r in case.roots)) and {1}.issuperset(case.storages.values()):
                raise Broken("built twice without a circle\n   %s" % case)
        except Broken as error:
            kind = "".join(" N" if x.isdigit() else x for x in str(error).split("\n")[0])
            broken.setdefault(kind, []).append(str(error))
            if "first" in args: break
    print("%d graphs, %s parties: %s; %.0f s" % (number + 1, args[2], ", ".join("%d %s" % (n, name) for name, n in total.items()), time.time() - start))
    for kind, examples in sorted(broken.items(), key=lambda x: -len(x[1])): print(" BROKEN %d times: %s" % (len(examples), min(examples, key=len)))
    if not broken: print(" all promises kept")

main()
