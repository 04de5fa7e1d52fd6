import FacetGraph

extension HTMLExport {
  /// The part of the script that writes: what was found, and what is known about a chosen service.
  static var panel: String {
    #"""
    const link = (service) => address({ service, to: undefined, end: undefined, needs: [], users: [] });
    // A name that may be broken between its words.
    const inWords = (name) => name.split(/(?<=[a-z0-9])(?=[A-Z])/).flatMap((word, index) => index ? [element("wbr"), word] : [word]);
    const linked = (service) => element("a", { href: link(service) }, ...inWords(service.name));
    const list = (items) => element("ul", {}, ...items.map((item) => element("li", {}, ...[item].flat())));
    const folded = (title, isOpen, ...parts) => element("details", { open: isOpen && "true" }, element("summary", {}, ...[title].flat()), ...parts);

    // A place in the sources, which leads to the editor where somebody said how.
    function place(location, text = location) {
      if (!location) return "an unknown place";
      const [, path, line] = location.match(/^(.*?)(?::(\d+))?$/);
      const parts = text.split("/").flatMap((part, index) => index ? ["/", element("wbr"), part] : [part]);
      if (!data.link) return element("span", { title: location }, ...parts);
      const target = data.link.replaceAll("{path}", encodeURI(path)).replaceAll("{line}", line || "1");
      return element("a", { href: target, title: location }, ...parts);
    }

    // What was found; in lines that begin with a place and a severity, as compilers write them, the place is short and comes last.
    const told = (text) => text.split("\n").map((line) => {
      const [, location, message] = line.match(/^(\S.*?:\d+):\d+: (?:error|warning|note): (.*)$/) || [];
      return element("div", {}, ...(location ? [message, " ", place(location, location.split("/").pop())] : [line]));
    });

    // Findings by their kind, each with its service; long ones are folded.
    function findings(all, style, isOpen) {
      const kinds = new Map();
      for (const one of all) kinds.set(one.kind, [...(kinds.get(one.kind) || []), one]);
      const service = (one) => one.node === undefined ? null : keys[one.node].home;
      const item = (one) => [service(one) && service(one) !== shown().service ? linked(service(one)) : "", element("div", { class: "finding" }, ...told(one.text))];
      return [...kinds].map(([kind, ones]) => folded([element("strong", { class: style }, kind), ` (${ones.length})`], isOpen,
        list(ones.slice(0, 20).map(item)), ones.length > 20 ? folded(`${ones.length - 20} more`, false, list(ones.slice(20).map(item))) : null));
    }

    const scopeName = (scope) => scope || "graph, by default";
    const heading = (text) => element("h2", { tabindex: -1 }, text);

    function overview(isShown) {
      const roots = byName.filter((service) => isShown(service) && !service.users.length && !service.missing);
      const asked = byName.filter((service) => isShown(service) && service.asked.length);
      const wrong = !data.problems ? [element("p", {}, "Nobody looked: this graph was drawn without a check.")]
        : problems.length ? findings(problems, "wrong", true) : [element("p", {}, "No problem was found.")];
      return [
        heading("What is wrong"), ...wrong,
        notes.length ? element("h2", {}, "Notes") : null, ...findings(notes, "", notes.length < 10),
        element("h2", {}, "Where to begin"),
        asked.length ? folded(`Your program asks for these (${asked.length})`, !notes.length && asked.length < 20, list(asked.map(linked))) : null,
        folded(`Needed by no other service (${roots.length})`, !notes.length && roots.length < 20,
          asked.length ? null : element("p", { class: "hint" }, "Your program asks for these itself, or nothing uses them."), list(roots.map(linked))),
        ...comparisonParts(),
        data.entryPoints ? element("p", { class: "hint" }, "Drawn from the sources. A need in a method that a factory reaches through an object, in another module, or that could not be read has no arrow; container.verify().graph has it.") : null,
      ];
    }

    // The services at one side of a service: one step away, and in the end.
    function neighbours(title, service, side) {
      const end = sides[side];
      const near = service[side].map((edge) => {
        const how = { deferred: "later", completion: "when it is built", forward: "forwarded" }[edge.kind];
        const words = [edge.as.size ? `as ${[...edge.as].join(", ")}` : null, how].filter(Boolean).join(", ");
        return [linked(edge[end]), words ? ` (${words})` : ""];
      });
      const count = new Set(service[side].map((edge) => edge[end])).size;
      const all = reach(service, side).slice(1);
      const rest = all.length > listLimit ? element("p", {}, `and ${all.length - listLimit} more`) : null;
      return element("section", { "aria-label": title }, element("h2", {}, `${title} (${count})`),
        near.length ? list(near) : element("p", {}, "Nothing."),
        all.length > count ? folded(`${title} in the end (${all.length})`, all.length < 12,
          element("p", {}, element("a", { href: address({ end: side, to: undefined }) }, "Draw them all")), list(all.slice(0, listLimit).map(linked)), rest)
          : count ? element("p", { class: "hint" }, "In the end: the same.") : null);
    }

    function wayTo(state) {
      if (!state.to) return { edges: [], text: null };
      const there = path(state.service, state.to);
      const way = there || path(state.to, state.service);
      if (!way) return { edges: [], text: element("p", { id: "way" }, `Neither needs the other: ${state.service.name}, ${state.to.name}.`) };
      const stops = [there ? state.service : state.to, ...way.map((edge) => edge.target)];
      return { edges: way, text: element("p", { id: "way" }, ...stops.flatMap((service, step) => (step ? [" → ", linked(service)] : [linked(service)]))) };
    }

    function details(state, way) {
      const { service } = state;
      const other = element("input", { list: "names", value: state.to ? state.to.address : "", onchange: (event) => {
        const text = event.target.value;
        const known = [...byAddress.keys()].find((name) => name.toLowerCase() === text.toLowerCase());
        event.target.setCustomValidity(known || !text ? "" : "No service has this name.");
        if (event.target.reportValidity()) location.hash = address({ to: byAddress.get(byAddress.has(text) ? text : known) });
      } });
      const facts = [service.missing ? "missing" : service.detail || scopeName(service.scope), service.group].filter(Boolean);
      return [
        element("p", {}, element("a", { href: link(undefined) }, "← What is wrong, all services")),
        heading(service.name),
        element("p", {}, [...new Set(facts)].join(" · ")),
        service.missing ? null : element("p", {}, "Registered at ", place(service.location)),
        ...service.also.map((key) => element("p", {}, `Also ${key.name}`, ...(key.location === service.location ? [] : [", at ", place(key.location)]))),
        ...findings(service.problems, "wrong", true), ...findings(service.notes, "", true),
        service.loop ? element("p", { class: "wrong" }, "A loop: ", ...service.loop.flatMap((one) => [linked(one), " "])) : null,
        neighbours("Needs", service, "needs"), neighbours("Needed by", service, "users"),
        service.asked.length ? element("section", { "aria-label": "Asked for by the program" },
          element("h2", {}, `Asked for by the program (${service.asked.length})`), list(service.asked.map((one) => place(one)))) : null,
        element("label", {}, "Way to", other), way.text,
      ];
    }
    """#
  }
}
