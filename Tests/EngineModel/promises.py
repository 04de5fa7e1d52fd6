"""What is promised, whatever the interleaving. No part of the protocol: it knows what happened, and not the notes that rules make."""

class Broken(Exception): "A promise is broken."


def reaches(root, next, through=lambda x: True):
    seen, todo = {id(root): root}, [root]
    while todo:
        for other in next(todo.pop()):
            if id(other) not in seen and through(other):
                seen[id(other)] = other
                todo.append(other)
    return seen.values()
def held_by(instance): return [i for i in instance.made + instance.linked + [w.result for w in instance.wrappers] if i]
def reachable(root, through=lambda x: True): return reaches(root, held_by, through)

def check_complete(world, instance, what):
    """P2 and P4."""
    for i in reachable(instance):
        if not i.complete: raise Broken("%s %d holds %d, which is not complete" % (what, instance.node, i.node))
        if world.graph[i.node].kind != "graph" and not i.published: raise Broken("%s %d holds %d, which is not published" % (what, instance.node, i.node))

def check_claim(world, new):
    """Two parties build a service, though neither closes a circle."""
    for b in (f.build for p in world.parties if p is not new.party for f in p.frames if f.build):
        is_over = b.instance and b.instance.published or b.is_abandoned or world.is_stale(b) or world.is_lost(b)
        if b.node == new.node and b.is_claim and not is_over: raise Broken("%d is claimed twice" % b.node)

def own(world, instance):
    """What it reaches in its own publication."""
    return (i for i in reachable(instance, lambda i: i in instance.own or world.graph[i.node].kind == "graph") if i in instance.own)

def check_whole(world, builds):
    """P8: what is kept has nothing of its own publication that was given up before."""
    for b in builds: b.instance.own = [b.instance for b in builds]
    for b in builds:
        for i in own(world, b.instance) if b.life.kept is b.instance and not world.is_stale(b) else ():
            if world.homes[i.node] is not i.life: raise Broken("%d is kept with %d, which was given up" % (b.node, i.node))

def check_call(world, call, nodes):
    """P8: nor after, by a reset of both."""
    for k in world.all:
        for i in own(world, k) if k.published and not k.stale and k.node in nodes and world.homes[k.node] is k.life else ():
            if i.life.taken is call: raise Broken("%d is kept with %d, which a reset of both gave up" % (k.node, i.node))

def check_wanted(world, build):
    """P13."""
    if build.node in world.as_tasks and not world.is_asked_for(build): raise Broken("%d is kept, though nobody waits for it" % build.node)

def check_refusal(party, place, early):
    """P11: a build that began before an awaited close gets what it needs."""
    close = party.world.refusing[place]
    if not close.is_awaited or party in close.skipped or close.party is party: return
    if early or any(b.is_early and party.world.graph[b.node].container in close.family for b in [f.build for f in party.frames if f.build] + party.deferred):
        raise Broken("a close refuses what a build needs that began before")

def check_once(wrapper, got, is_whole):
    """P12."""
    if wrapper.runs > 1: raise Broken("a lazy of %d is resolved twice" % wrapper.target)
    if is_whole and wrapper.value not in (got, None): raise Broken("a lazy of %d has two values" % wrapper.target)
    if is_whole: wrapper.value = got

def check_notes(list):
    """P10: nothing grows."""
    if any(i.begun for i in list): raise Broken("a need of what has ended")

# P10, the order of ends. A need: what it is, and whether a wrapper brought it.

def needs_of(world, instance, direct, is_through=True):
    """Also what those need that it got and that have no end: of graph scope, or kept weakly."""
    found, todo = set(), list(direct(instance))
    while todo:
        need = todo.pop()
        if need in found: continue
        found.add(need)
        if world.graph[need[0].node].kind in ("graph", "weak") and is_through: todo += [(i, is_late or need[1]) for i, is_late in direct(need[0])]
    return {(i, is_late) for i, is_late in found if world.graph[i.node].kind not in ("graph", "weak")}

def got(i, tick=float("inf")): return [(j, False) for j in i.made + i.linked + i.tried if j] + [(j, True) for j, when in i.came if when < tick]

def check_circles(world, builds):
    """What an instance got while it was built is known; and if it is younger, it needs the instance in turn."""
    for b in builds:
        for j, is_late in got(b.instance):
            if not is_late and not j.begun and j not in b.instance.built: raise Broken("nobody knows that %d got %d" % (b.node, j.node))
    def needs(i): return [j for j, is_late in needs_of(world, i, lambda x: [n for n in got(x) if not n[1]])]
    for i in (b.instance for b in builds if world.graph[b.node].kind != "weak"):
        for j in needs(i):
            if j.number > i.number and i not in reaches(j, needs): raise Broken("%d is older than %d, which it got" % (i.node, j.node))

def check_order(world, instance):
    """Who got it ends before it, if the same call ends both, or if it is ended later by an awaited close or a task."""
    call, place = instance.call, lambda i: world.graph[i.node].container
    here = [i for i in call.all if place(i) == place(instance)]
    def needs(i): return needs_of(world, i, lambda x: got(x, call.tick))
    for i in world.all:
        if not i.call or i.over or i is instance or world.storages.get(i.node) == 2 or place(i) < place(instance): continue
        is_earlier = i.call.task in call.before or call.close and call.close.is_awaited and i.call in call.earlier and i.call.party not in call.close.skipped
        found = needs(i) if i.call is call or is_earlier else ()
        if (instance, False) in found:
            # In a circle, the younger first.
            if i not in here or instance.number < i.number: raise Broken("%d ends before %d, which got it" % (instance.node, i.node))
        elif (instance, True) in found:
            # In a circle, what was got while it was built counts first.
            if i not in here or i not in reaches(instance, lambda x: [j for j, _ in needs(x) if j in here]):
                raise Broken("%d ends before %d, which got it by a wrapper" % (instance.node, i.node))
    # If no wrapper brought a younger one, also since they were taken, the youngest first.
    if any(j in here and j.number > i.number and is_late for i in here for j, is_late in needs_of(world, i, got)): return
    for i in here:
        if not i.begun and i.number > instance.number: raise Broken("%d ends before %d, which is younger" % (instance.node, i.node))
