import FacetGraph

extension HTMLExport {
  /// The part of the script that shows what the page's address says, and changes the address when somebody chooses.
  static var view: String {
    #"""
    const find = (id) => document.getElementById(id);
    const listLimit = 500;
    const groupLimit = 50; // As many services are drawn one by one; more of them as groups that open.
    const drawingLimit = 400; // More boxes than this nobody reads.
    const byName = [...services].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));

    // What is shown is in the address alone, so that it can be passed on.
    let read = {};
    function shown() {
      if (read.hash !== location.hash) read = { hash: location.hash, state: stateOf(location.hash) };
      return read.state;
    }

    function stateOf(hash) {
      const fields = new URLSearchParams(hash.slice(1));
      const all = (name) => fields.getAll(name).map((address) => byAddress.get(address)).filter(Boolean);
      return {
        service: byAddress.get(fields.get("service")),
        to: byAddress.get(fields.get("to")),
        end: fields.get("end") in sides ? fields.get("end") : undefined,
        needs: all("needs"),
        users: all("users"),
        open: new Set(fields.getAll("open")),
        search: fields.get("search") || "",
        without: new Set(fields.getAll("without")),
      };
    }

    function address(change) {
      const state = { ...shown(), ...change };
      const fields = new URLSearchParams();
      if (state.service) {
        fields.set("service", state.service.address);
        if (state.to) fields.set("to", state.to.address);
        if (state.end) fields.set("end", state.end);
        for (const side of Object.keys(sides)) for (const service of state[side]) fields.append(side, service.address);
      }
      for (const group of state.open) fields.append("open", group);
      if (state.search) fields.set("search", state.search);
      for (const group of state.without) fields.append("without", group);
      return "#" + fields;
    }

    const link = (service) => address({ service, to: undefined, end: undefined, needs: [], users: [] });
    const linked = (service) => element("a", { href: link(service) }, service.name);
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

    // Filters: a group is `scope:` or `group:` with its name.
    for (const service of services) service.filters = [`scope:${service.missing ? "missing" : service.scope || ""}`, `group:${service.group}`];

    function filter(title, prefix) {
      const names = [...new Set(services.map((service) => service.filters.find((name) => name.startsWith(prefix)).slice(prefix.length)))];
      if (names.length < 2) return null;
      return folded(title, false, ...names.map((name) => {
        const change = (event) => {
          const without = new Set(shown().without);
          if (event.target.checked) without.delete(prefix + name); else without.add(prefix + name);
          location.hash = address({ without });
        };
        const check = element("input", { type: "checkbox", "data-group": prefix + name, onchange: change });
        return element("label", {}, check, " ", prefix === "scope:" ? swatch(name) : null, ` ${name || "others"}`);
      }));
    }

    const swatch = (name) => element("span", { class: `swatch ${name}` });

    function showList(state, isShown) {
      const search = state.search.toLowerCase().trim();
      const words = search.split(/\s+/).filter(Boolean);
      // The name itself comes first, then names that have the words; places and groups last.
      const rank = (name) => name === search ? 0 : name.includes(search) ? 1 : 2;
      const hits = byName.filter((service) => isShown(service) && words.every((word) => service.text.includes(word)))
        .map((service) => [rank(service.name.toLowerCase()), service]).sort(([a], [b]) => a - b).map(([, service]) => service);
      find("services").replaceChildren(...hits.slice(0, listLimit).map((service) => element("li", {},
        element("a", { href: link(service), "data-index": service.index },
          swatch(service.missing ? "missing" : service.scope || ""), element("span", { class: "name", title: service.name }, service.name),
          service.problems.length ? element("span", { class: "wrong" }, service.problems[0].kind)
            : service.notes.length ? element("span", { class: "hint" }, service.notes[0].kind) : null))));
      const rest = hits.length > listLimit ? `; the first ${listLimit} are listed, a search finds the others` : "";
      find("count").textContent = `${hits.length} of ${counted(services.length, "service")}${rest}`;
    }

    // Findings by their kind, each with its service; long ones are folded.
    function findings(all, style, isOpen) {
      const kinds = new Map();
      for (const one of all) kinds.set(one.kind, [...(kinds.get(one.kind) || []), one]);
      const service = (one) => one.node === undefined ? null : keys[one.node].home;
      const item = (one) => [service(one) && service(one) !== shown().service ? linked(service(one)) : "", element("div", { class: "finding" }, ...told(one.text))];
      return [...kinds].map(([kind, ones]) => folded([element("strong", { class: style }, kind), ` (${ones.length})`], isOpen,
        list(ones.slice(0, 20).map(item)), ones.length > 20 ? folded(`${ones.length - 20} more`, false, list(ones.slice(20).map(item))) : null));
    }

    const heading = (text) => element("h2", { tabindex: -1 }, text);

    function overview(isShown) {
      const roots = byName.filter((service) => isShown(service) && !service.users.length && !service.missing);
      const wrong = !data.problems ? [element("p", {}, "Nobody looked: this graph was drawn without a check.")]
        : problems.length ? findings(problems, "wrong", true) : [element("p", {}, "No problem was found.")];
      return [
        heading("What is wrong"), ...wrong,
        notes.length ? element("h2", {}, "Notes") : null, ...findings(notes, "", notes.length < 10),
        element("h2", {}, "Where to begin"),
        folded(`Needed by no other service (${roots.length})`, !notes.length && roots.length < 20,
          element("p", { class: "hint" }, "Your program asks for these itself, or nothing uses them."), list(roots.map(linked))),
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
      const facts = [service.missing ? "missing" : service.detail, service.group].filter(Boolean);
      return [
        element("p", {}, element("a", { href: link(undefined) }, "← What is wrong, all services")),
        heading(service.name),
        element("p", {}, [...new Set(facts)].join(" · ")),
        service.missing ? null : element("p", {}, "Registered at ", place(service.location)),
        ...service.also.map((key) => element("p", {}, `Also ${key.name}`, ...(key.location === service.location ? [] : [", at ", place(key.location)]))),
        ...findings(service.problems, "wrong", true), ...findings(service.notes, "", true),
        neighbours("Needs", service, "needs"), neighbours("Needed by", service, "users"),
        element("label", {}, "Way to", other), way.text,
      ];
    }

    // What is drawn around a chosen service: the edges one step from it, and one from each service for which somebody asked for more.
    function around(state, way, isShown) {
      const edges = new Set(way.edges);
      for (const [side, end] of Object.entries(sides)) {
        const starts = state.end === side ? reach(state.service, side) : [state.service, ...state[side]];
        for (const start of starts) for (const edge of start[side]) if (isShown(edge[end])) edges.add(edge);
      }
      return edges;
    }

    let last = {};
    let looking = null;
    function drawing(state, way, isShown) {
      const edges = state.service ? around(state, way, isShown)
        : new Set(services.filter(isShown).flatMap((service) => service.needs).filter((edge) => isShown(edge.target)));
      const visible = state.service ? new Set([state.service, ...[...edges].flatMap((edge) => [edge.source, edge.target])])
        : new Set(services.filter(isShown));
      const isGrouped = visible.size > groupLimit && groups.filter((group) => group !== "missing").length > 1;
      const single = new Set([state.service, ...state.needs, ...state.users, ...way.edges.flatMap((edge) => [edge.source, edge.target])]);
      const groupOf = (service) => isGrouped && !single.has(service) ? service.group : service;
      const names = isGrouped ? groups : [];
      const stepsOf = (service) => Object.fromEntries(Object.entries(sides).map(([side, end]) =>
        [side, state.service ? service[side].filter((edge) => !edges.has(edge) && isShown(edge[end])).length : 0]));
      const toggle = (group) => {
        const open = new Set(state.open);
        if (!open.delete(group)) open.add(group);
        return address({ open });
      };
      const step = (service, side) => address({ [side]: [...state[side], service] });
      const isOpen = (group) => !isGrouped || state.open.has(group);
      const count = new Set([...visible].map((service) => isOpen(service.group) ? service : groupOf(service))).size;
      const frame = find("frame");
      find("caption").replaceChildren(...[
        element("strong", {}, state.service ? `Around ${state.service.name}` : isGrouped ? "Groups of services; a click opens one" : "All services"),
        names.length ? element("a", { href: address({ open: names }) }, "Open all") : null,
        names.length && state.open.size ? element("a", { href: address({ open: [] }) }, "Close all") : null,
      ].filter(Boolean));
      if (!visible.size || count > drawingLimit) {
        frame.replaceChildren(element("p", {}, visible.size ? `${count} boxes are too many to draw. Choose a service, or open fewer groups.` : "There is nothing to draw."));
        return null;
      }
      const size = { width: Math.max(frame.clientWidth, 300), height: Math.max(frame.clientHeight, 200) };
      const arrangement = arrange(visible, edges, groupOf, isOpen, stepsOf, size);
      // A group that somebody opened is looked at.
      const opened = last.open && last.service === state.service && arrangement.frames.filter((one) => !last.open.has(one.frame));
      return look(draw(arrangement, state.service, way.edges, { service: link, toggle, step }), frame, opened && opened.length === 1 ? opened[0] : undefined);
    }

    function show() {
      const state = { ...shown() };
      const isShown = (service) => !service.filters.some((group) => state.without.has(group));
      // The list is written anew only when others are listed, or lead elsewhere.
      state.listed = JSON.stringify([state.search, ...state.open, ...state.without]);
      if (last.listed !== state.listed) showList(state, isShown);
      for (const one of find("services").querySelectorAll("a")) {
        const isChosen = state.service && Number(one.dataset.index) === state.service.index;
        one.ariaCurrent = isChosen ? "true" : null;
        if (isChosen && last.service !== state.service) one.scrollIntoView({ block: "nearest" });
      }
      for (const check of document.querySelectorAll("[data-group]")) check.checked = !state.without.has(check.dataset.group);
      if (find("search") !== document.activeElement) find("search").value = state.search;
      const onlySearched = last.search !== undefined && last.search !== state.search;
      if (!onlySearched) {
        const focused = document.activeElement && document.activeElement.dataset && document.activeElement.dataset.key;
        const way = state.service ? wayTo(state) : { edges: [] };
        find("panel").replaceChildren(...(state.service ? details(state, way) : overview(isShown)).filter(Boolean));
        looking = drawing(state, way, isShown);
        const again = focused && [...find("frame").querySelectorAll("a")].find((one) => one.dataset.key === focused);
        if (last.search !== undefined && last.service !== state.service) find("panel").querySelector("h2").focus();
        else if (again) again.focus();
        document.title = state.service ? `${state.service.name} – ${data.title}` : data.title;
      }
      last = state;
    }

    find("title").textContent = data.title;
    const summary = [counted(services.length, "service"), counted(sum(services.map((service) => service.needs.length)), "need")];
    if (data.problems) summary.push(counted(problems.length, "problem"));
    if (notes.length) summary.push(counted(notes.length, "note"));
    find("summary").textContent = summary.join(", ");
    find("filters").append(...[filter("Scopes", "scope:"), filter("Groups", "group:")].filter(Boolean));
    find("legend").prepend(...[...new Set(services.map((service) => service.missing ? "missing" : service.scope))].filter(Boolean).flatMap((scope) => [swatch(scope), ` ${scope}. `]));
    document.body.append(element("datalist", { id: "names" }, ...[...byAddress.keys()].map((value) => element("option", { value }))));
    for (const [id, act] of [["in", () => looking.zoom(1.25)], ["out", () => looking.zoom(0.8)], ["fit", () => looking.fit()]])
      find(id).addEventListener("click", () => { if (looking) act(); });
    find("search").addEventListener("input", (event) => { history.replaceState(null, "", address({ search: event.target.value })); show(); });
    find("search").addEventListener("keydown", (event) => {
      const first = find("services").querySelector("a");
      if (event.key === "Enter" && first) { event.preventDefault(); location.hash = first.getAttribute("href"); }
    });
    document.addEventListener("keydown", (event) => {
      const isTyping = document.activeElement.tagName === "INPUT";
      if (event.key === "/" && !isTyping) { event.preventDefault(); find("search").focus(); }
    });
    addEventListener("hashchange", show);
    show();
    """#
  }
}
