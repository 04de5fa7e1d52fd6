import FacetGraph

extension HTMLExport {
  /// The part of the script that shows what the page's address says, and changes the address when somebody chooses.
  static var view: String {
    #"""
    const find = (id) => document.getElementById(id);
    const listLimit = 500;
    const groupLimit = 50; // So many services, or more, are drawn as groups that open.
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
        end: Object.keys(sides).find((side) => side === fields.get("end")),
        needs: all("needs"),
        users: all("users"),
        open: new Set(fields.getAll("open")),
        between: fields.getAll("between"),
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
      for (const group of state.service ? [] : state.between) fields.append("between", group);
      for (const group of state.open) fields.append("open", group);
      if (state.search) fields.set("search", state.search);
      for (const group of state.without) fields.append("without", group);
      return "#" + fields;
    }

    // Filters: a group is `scope:` or `group:` with its name.
    for (const service of services) {
      const found = [...service.problems, ...service.notes][0];
      service.filters = [`scope:${service.missing ? "missing" : service.scope || ""}`, `group:${service.group}`, `found:${found ? found.kind : ""}`];
    }
    const filterNames = { "scope:": scopeName, "group:": (name) => name || "others", "found:": (name) => name || "nothing" };

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
        return element("label", {}, check, " ", prefix === "scope:" ? swatch(name) : null, ` ${filterNames[prefix](name)}`);
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
          swatch(service.missing ? "missing" : service.scope || ""), element("span", { class: "name", title: service.name }, ...inWords(service.name)),
          service.loop ? element("span", { class: "wrong" }, "loop")
            : service.problems.length ? element("span", { class: "wrong" }, service.problems[0].kind)
            : service.notes.length ? element("span", { class: "hint" }, service.notes[0].kind) : null))));
      const rest = hits.length > listLimit ? `; the first ${listLimit} are listed, a search finds the others` : "";
      find("count").textContent = `${hits.length} of ${counted(services.length, "service")}${rest}`;
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
      const between = state.service ? [] : state.between;
      const isBetween = ({ source, target }) => source.group !== target.group && between.includes(source.group) && between.includes(target.group);
      const edges = state.service ? around(state, way, isShown)
        : new Set(services.filter(isShown).flatMap((service) => service.needs).filter((edge) => isShown(edge.target) && (!between.length || isBetween(edge))));
      const ends = [...edges].flatMap((edge) => [edge.source, edge.target]);
      const visible = state.service ? new Set([state.service, ...ends]) : new Set(between.length ? ends : services.filter(isShown));
      const isGrouped = between.length || visible.size >= groupLimit && groups.filter((group) => group !== "missing").length > 1;
      const single = new Set([state.service, ...state.needs, ...state.users, ...way.edges.flatMap((edge) => [edge.source, edge.target])]);
      const groupOf = (service) => isGrouped && !single.has(service) ? service.group : service;
      const names = isGrouped && !between.length ? groups : [];
      const stepsOf = (service) => Object.fromEntries(Object.entries(sides).map(([side, end]) =>
        [side, state.service ? service[side].filter((edge) => !edges.has(edge) && isShown(edge[end])).length : 0]));
      const toggle = (group) => {
        const open = new Set(state.open);
        if (!open.delete(group)) open.add(group);
        return address({ open, between: [] });
      };
      const step = (service, side) => address({ [side]: [...state[side], service] });
      const isOpen = (group) => !isGrouped || state.open.has(group) || between.includes(group);
      const count = new Set([...visible].map((service) => isOpen(service.group) ? service : groupOf(service))).size;
      const frame = find("frame");
      find("caption").replaceChildren(...[
        element("strong", {}, state.service ? `Around ${state.service.name}` : between.length ? `Between ${between.join(" and ")}`
          : isGrouped ? "Groups of services; a click opens one" : "All services"),
        between.length ? element("a", { href: address({ between: [] }) }, "All services") : null,
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
      const opened = last.open && last.service === state.service && !between.length && arrangement.frames.filter((one) => !last.open.has(one.frame));
      return look(draw(arrangement, state.service, way.edges, { service: link, toggle, step, between: (between) => address({ between }) }), frame, opened && opened.length === 1 ? opened[0] : undefined);
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
      state.rest = address({ search: "" });
      const isOnlySearched = last.rest === state.rest && last.search !== state.search;
      if (!isOnlySearched) {
        const focused = document.activeElement && document.activeElement.dataset && document.activeElement.dataset.key;
        const way = state.service ? wayTo(state) : { edges: [] };
        // What somebody unfolded stays so while the same is shown.
        const folds = () => [...find("panel").querySelectorAll("details")];
        const unfolded = new Map(last.service === state.service ? folds().map((one) => [one.firstChild.textContent, one.open]) : []);
        find("panel").replaceChildren(...(state.service ? details(state, way) : overview(isShown)).filter(Boolean));
        for (const one of folds()) if (unfolded.has(one.firstChild.textContent)) one.open = unfolded.get(one.firstChild.textContent);
        looking = drawing(state, way, isShown);
        const again = focused && [...find("frame").querySelectorAll("a")].find((one) => one.dataset.key === focused);
        if (last.rest !== undefined && last.service !== state.service) find("panel").querySelector("h2").focus();
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
    find("filters").append(...[filter("Scopes", "scope:"), filter("Groups", "group:"), filter("What was found", "found:")].filter(Boolean));
    find("legend").prepend(...[...new Set(services.map((service) => service.missing ? "missing" : service.scope || ""))].flatMap((scope) => [swatch(scope), ` ${scopeName(scope)}. `]));
    document.body.append(element("datalist", { id: "names" }, ...[...byAddress.keys()].map((value) => element("option", { value }))));
    for (const [id, act] of [["in", () => looking.zoom(1.25)], ["out", () => looking.zoom(0.8)], ["fit", () => looking.fit()], ["save", () => looking.save()]])
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
    find("compare").addEventListener("change", async (event) => { await compare(event.target.files[0]); last = {}; location.hash = address({ service: undefined }); show(); });
    addEventListener("hashchange", show);
    show();
    """#
  }
}
