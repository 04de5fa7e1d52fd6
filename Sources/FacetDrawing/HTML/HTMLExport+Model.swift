import FacetGraph

extension HTMLExport {
  /// The part of the script that knows the graph and nothing of the page.
  static var model: String {
    #"""
    "use strict";
    const data = JSON.parse(document.getElementById("data").textContent);
    const keys = data.graph.nodes;
    const problems = (data.problems || []).filter((problem) => !problem.note);
    const notes = (data.problems || []).filter((problem) => problem.note);
    const sides = { needs: "target", users: "source" };

    // The service that a key leads to by its forwards; a key whose forwards lead round stands for itself.
    function serviceOf(key) {
      const seen = new Set();
      for (let one = key; !seen.has(one);) {
        seen.add(one);
        const forward = one.needs.find((need) => need.kind === "forward");
        if (!forward) return one;
        one = keys[forward.node];
      }
      return key;
    }

    // One box for a service: with the keys that are forwarded to it, and with further argument lists of one registration.
    const byPlace = new Map();
    for (const key of keys) {
      const place = key.location && `${key.location} ${key.name.replace(/ \([^()]*\)$/, "")}`;
      key.home = serviceOf(key);
      if (place && key.home === key) {
        if (byPlace.has(place)) key.home = byPlace.get(place);
        else byPlace.set(place, key);
      }
    }
    for (const key of keys) while (key.home.home !== key.home) key.home = key.home.home;
    const services = keys.filter((key) => key.home === key);
    services.forEach((service, index) => Object.assign(service, { index, also: [], edges: new Map(), users: [], problems: [], notes: [], asked: [] }));
    for (const key of keys) if (key.home !== key) key.home.also.push(key);
    for (const problem of problems) if (problem.node !== undefined) keys[problem.node].home.problems.push(problem);
    for (const note of notes) if (note.node !== undefined) keys[note.node].home.notes.push(note);
    for (const { node, place } of data.entryPoints || []) keys[node].home.asked.push(place);
    for (const key of keys) {
      for (const need of key.needs) {
        const [source, key2] = [key.home, keys[need.node]];
        const target = key2.home;
        const kind = need.kind || (need.deferred ? "deferred" : "need");
        if (source === target && (kind === "forward" || key !== key2)) continue;
        const edge = source.edges.get(`${target.index} ${kind}`) || { source, target, kind, as: new Set() };
        source.edges.set(`${target.index} ${kind}`, edge);
        if (key2 !== target) edge.as.add(key2.name);
      }
    }
    for (const service of services) {
      service.needs = [...service.edges.values()];
      for (const edge of service.needs) edge.target.users.push(edge);
    }

    // A loop: services that all need one another at once, each in the end itself.
    const isAtOnce = (edge) => edge.kind === "need" || edge.kind === "forward";
    function markLoops() {
      const [numbers, stack] = [new Map(), []];
      // Services far down are visited without a call for each.
      for (const root of services) {
        const visits = numbers.has(root) ? [] : [{ service: root, next: 0 }];
        while (visits.length) {
          const visit = visits[visits.length - 1];
          const { service } = visit;
          if (!visit.next) { visit.low = numbers.size; numbers.set(service, numbers.size); stack.push(service); }
          const edge = service.needs.filter(isAtOnce)[visit.next];
          visit.next += 1;
          if (edge) {
            if (!numbers.has(edge.target)) visits.push({ service: edge.target, next: 0 });
            else if (stack.includes(edge.target)) visit.low = Math.min(visit.low, numbers.get(edge.target));
            continue;
          }
          visits.pop();
          if (visits.length) visits[visits.length - 1].low = Math.min(visits[visits.length - 1].low, visit.low);
          if (visit.low !== numbers.get(service)) continue;
          const members = stack.splice(stack.indexOf(service));
          if (members.length > 1 || service.needs.some((own) => isAtOnce(own) && own.target === service)) for (const one of members) one.loop = members;
        }
      }
    }
    markLoops();
    const isOfLoop = (edge) => isAtOnce(edge) && edge.source.loop && edge.source.loop === edge.target.loop;

    // The boxes of the overview: assemblies, or else folders, of both no more than thirty; or files, where all are in one folder.
    function nameGroups() {
      const registered = services.filter((service) => !service.missing);
      const count = (nameOf) => new Set(registered.map(nameOf)).size;
      const pathOf = (service) => (service.location || "").replace(/:\d+$/, "").split("/");
      const folderOf = (service) => pathOf(service).slice(0, -1);
      const [assemblies, folders] = [count((service) => service.cluster), count((service) => folderOf(service).join("/"))];
      const hasAssemblies = assemblies > 1 && (assemblies <= 30 || folders === 1);
      const partsOf = folders === 1 ? pathOf : folderOf;
      const paths = registered.map(partsOf);
      let common = 0;
      while (paths.length && paths.every((path) => common < path.length && path[common] === paths[0][common])) common += 1;
      const cut = (service, depth) => partsOf(service).slice(common, common + depth).join("/") || partsOf(service)[common - 1] || "others";
      let depth = Math.max(0, ...paths.map((path) => path.length - common));
      while (depth > 1 && count((service) => cut(service, depth)) > 30) depth -= 1;
      for (const service of services)
        service.group = service.missing ? "missing" : hasAssemblies && service.cluster || cut(service, depth);
    }
    nameGroups();
    const groups = [...new Set(services.map((service) => service.group))];
    for (const service of services)
      service.text = [...[service, ...service.also].flatMap((key) => [key.name, key.detail, key.cluster, key.location]),
        ...[...service.problems, ...service.notes].map((found) => found.kind)].join(" ").toLowerCase();

    // What the page's address calls a service: its name, with its group where several have the name. A forwarded key leads to its service.
    const byAddress = new Map();
    for (const key of [...services, ...keys.filter((key) => key.home !== key)]) {
      const names = [key.name, `${key.home.group}: ${key.name}`, `${key.name} #${keys.indexOf(key)}`];
      key.address = names.find((name) => !byAddress.has(name));
      byAddress.set(key.address, key.home);
    }

    // A service and all that it needs in the end, or all that needs it, the nearest first.
    function reach(start, side) {
      const found = new Set([start]);
      for (const service of found) for (const edge of service[side]) found.add(edge[sides[side]]);
      return [...found];
    }

    // The edges of a shortest way from one service to another, along what each needs; null if there is none.
    function path(start, end) {
      const edgeTo = new Map([[start, null]]);
      for (const service of edgeTo.keys())
        for (const edge of service.needs) if (!edgeTo.has(edge.target)) edgeTo.set(edge.target, edge);
      if (!edgeTo.has(end)) return null;
      const result = [];
      for (let edge = edgeTo.get(end); edge; edge = edgeTo.get(edge.source)) result.unshift(edge);
      return result;
    }
    """#
  }
}
