import FacetGraph

extension HTMLExport {
  /// The part of the script that shows what the page's address says, and changes the address when somebody chooses.
  static var view: String {
    #"""
    const find = (id) => document.getElementById(id);
    const listLimit = 200;

    // What is shown is in the address alone, so that it can be passed on.
    function shown() {
      const fields = new URLSearchParams(location.hash.slice(1));
      return {
        service: byAddress.get(fields.get("service")),
        to: byAddress.get(fields.get("to")),
        levels: fields.get("levels") || "2",
        search: fields.get("search") || "",
        without: new Set(fields.getAll("without")),
      };
    }

    function address(change) {
      const state = { ...shown(), ...change };
      const fields = new URLSearchParams();
      if (state.service) fields.set("service", state.service.address);
      if (state.to && state.service) fields.set("to", state.to.address);
      if (state.levels !== "2") fields.set("levels", state.levels);
      if (state.search) fields.set("search", state.search);
      for (const group of state.without) fields.append("without", group);
      return "#" + fields;
    }

    const link = (node) => address({ service: node, to: undefined });
    const linked = (node) => element("a", { href: link(node) }, node.name);

    function place(node) {
      if (!node.location) return null;
      const [, path, line] = node.location.match(/^(.*?)(?::(\d+))?$/);
      if (!data.link) return element("span", {}, node.location);
      const target = data.link.replaceAll("{path}", encodeURI(path)).replaceAll("{line}", line || "1");
      return element("a", { href: target }, node.location);
    }

    // Filters: a group is `scope:` or `group:` with its name.
    for (const node of nodes) node.groups = [`scope:${node.missing ? "missing" : node.scope || ""}`, `group:${node.cluster || ""}`];

    function filter(title, field, prefix) {
      const names = values(field).filter((name) => name || prefix === "group:");
      if (prefix === "scope:" && nodes.some((node) => node.missing)) names.push("missing");
      if (names.length < 2) return null;
      return element("details", { open: names.length < 12 && "true" }, element("summary", {}, title), ...names.map((name) => {
        const group = prefix + name;
        const change = (event) => {
          const without = shown().without;
          if (event.target.checked) without.delete(group); else without.add(group);
          location.hash = address({ without });
        };
        const check = element("input", { type: "checkbox", "data-group": group, onchange: change });
        const swatch = prefix === "scope:" ? element("span", { class: `swatch ${name}` }) : null;
        return element("label", {}, check, " ", swatch, ` ${name || "others"}`);
      }));
    }

    function showList(state, isShown) {
      const search = state.search.toLowerCase().trim();
      const words = search.split(/\s+/).filter(Boolean);
      // The name itself comes first, then names that have the words; places and groups last.
      const rank = (name) => name === search ? 0 : name.includes(search) ? 1 : 2;
      const hits = nodes.filter((node) => isShown(node) && words.every((word) => node.text.includes(word)))
        .map((node) => [rank(node.name.toLowerCase()), node]).sort(([a], [b]) => a - b).map(([, node]) => node);
      find("services").replaceChildren(...hits.slice(0, listLimit).map((node) =>
        element("li", {}, element("a", { href: link(node), "data-index": node.index },
          element("span", { class: `swatch ${node.missing ? "missing" : node.scope || ""}` }), ` ${node.name}`,
          node.problems.length ? element("span", { class: "wrong" }, " (!)") : null))));
      const rest = hits.length > listLimit ? `; the first ${listLimit} are listed, a search finds the others` : "";
      find("count").textContent = `${hits.length} of ${nodes.length} services${rest}`;
    }

    function problems(list) {
      return list.map((problem) => element("li", {}, element("strong", { class: "wrong" }, problem.kind), " ",
        problem.node === undefined ? null : linked(nodes[problem.node]),
        element("div", { class: "problem", tabindex: 0 }, problem.text)));
    }

    const legend = () => element("p", { class: "hint" },
      "An arrow leads to what is needed: dashed for what is needed later, by a Lazy or a Provider; dotted for a completion; bold for a type that is forwarded.");

    function overview(isShown) {
      const parts = [];
      const kinds = new Map();
      for (const { kind } of data.problems || []) kinds.set(kind, (kinds.get(kind) || 0) + 1);
      const counts = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(", ");
      parts.push(element("h2", { tabindex: -1 }, "What is wrong"));
      if (!data.problems) parts.push(element("p", {}, "Nobody looked: this graph was drawn without a check."));
      else if (!data.problems.length) parts.push(element("p", {}, "Nothing was found."));
      else parts.push(element("p", {}, counts), element("ul", {}, ...problems(data.problems)));
      const visible = new Set(nodes.filter(isShown));
      parts.push(element("h2", {}, "All services"));
      if (visible.size > drawingLimit)
        parts.push(element("p", {}, `${visible.size} services are too many to draw. Choose one, and see what is around it.`));
      else if (visible.size) parts.push(element("div", { class: "drawing" }, draw(levelsOf(visible), null, [], link)), legend());
      return parts;
    }

    function edges(title, list, end) {
      const items = list.map((edge) => element("li", {}, linked(nodes[edge[end]]),
        edge.kind === "need" ? null : ` (${{ deferred: "later", completion: "when it is built", forward: "forwarded" }[edge.kind]})`));
      const none = element("p", {}, "Nothing.");
      return element("section", { "aria-label": title }, element("h2", {}, `${title} (${list.length})`),
        items.length ? element("ul", {}, ...items) : none);
    }

    function wayTo(state) {
      if (!state.to) return { edges: [], text: null };
      const there = path(state.service, state.to);
      const way = there || path(state.to, state.service);
      if (!way) return { edges: [], text: element("p", { id: "way" }, `Neither needs the other: ${state.service.name}, ${state.to.name}.`) };
      const stops = [there ? state.service : state.to, ...way.map((edge) => nodes[edge.target])];
      return { edges: way, text: element("p", { id: "way" }, ...stops.flatMap((node, step) => (step ? [" → ", linked(node)] : [linked(node)]))) };
    }

    function service(state, isShown) {
      const node = state.service;
      const part = around(node, state.levels === "all" ? Infinity : Number(state.levels), (other) => isShown(other));
      const way = wayTo(state);
      [node, ...way.edges.flatMap((edge) => [nodes[edge.source], nodes[edge.target]])].forEach((stop, step) => {
        if (!part.levelOf.has(stop.index)) part.levelOf.set(stop.index, step);
      });
      const facts = [node.missing ? "missing" : node.detail, node.cluster].filter(Boolean).join(" · ");
      const choice = element("select", { onchange: (event) => { location.hash = address({ levels: event.target.value }); } },
        ...["1", "2", "3", "5", "all"].map((level) => element("option", { value: level, selected: level === state.levels && "true" }, level)));
      const other = element("input", { list: "names", value: state.to ? state.to.address : "", onchange: (event) => {
        const text = event.target.value;
        const to = byAddress.get(text) || nodes.find((node) => node.address.toLowerCase() === text.toLowerCase());
        event.target.setCustomValidity(to || !text ? "" : "No service has this name.");
        if (event.target.reportValidity()) location.hash = address({ to });
      } });
      return [
        element("p", {}, element("a", { href: address({ service: undefined }) }, "All services")),
        element("h2", { tabindex: -1 }, node.name),
        facts ? element("p", {}, facts) : null,
        node.location ? element("p", {}, "Registered at ", place(node)) : null,
        node.problems.length ? element("ul", {}, ...problems(node.problems)) : null,
        element("div", { class: "controls" }, element("label", {}, "Levels", choice), element("label", {}, "Way to", other)),
        way.text,
        part.isCut ? element("p", { class: "hint" }, `Level ${part.reached + 1} would be more than ${drawingLimit} boxes; it is not drawn.`) : null,
        element("div", { class: "drawing" }, draw(part.levelOf, node, way.edges, link)), legend(),
        element("div", { class: "needs" }, edges("Needs", node.needs, "target"), edges("Needed by", node.users, "source")),
      ].filter(Boolean);
    }

    let last = {};
    function show() {
      const state = shown();
      const isShown = (node) => !node.groups.some((group) => state.without.has(group));
      // Two hundred lines are written anew only when others are listed, or lead elsewhere.
      state.listed = JSON.stringify([state.search, state.levels, ...state.without]);
      if (last.listed !== state.listed) showList(state, isShown);
      for (const one of find("services").querySelectorAll("a"))
        one.ariaCurrent = state.service && Number(one.dataset.index) === state.service.index ? "true" : null;
      for (const check of document.querySelectorAll("[data-group]")) check.checked = !state.without.has(check.dataset.group);
      if (find("search") !== document.activeElement) find("search").value = state.search;
      const onlySearched = last.search !== undefined && last.search !== state.search;
      if (!onlySearched) {
        find("main").replaceChildren(...(state.service ? service(state, isShown) : overview(isShown)));
        if (last.search !== undefined && last.service !== state.service) find("main").querySelector("h2").focus();
        document.title = state.service ? `${state.service.name} – ${data.title}` : data.title;
      }
      last = state;
    }

    find("title").textContent = data.title;
    const needCount = nodes.reduce((sum, node) => sum + node.needs.length, 0);
    const wrongCount = (data.problems || []).length;
    find("summary").textContent = `${nodes.length} services, ${needCount} needs` + (data.problems ? `, ${wrongCount} ${wrongCount === 1 ? "problem" : "problems"}` : "");
    find("filters").append(...[filter("Scopes", "scope", "scope:"), filter("Assemblies and containers", "cluster", "group:")].filter(Boolean));
    document.body.append(element("datalist", { id: "names" }, ...nodes.map((node) => element("option", { value: node.address }))));
    find("search").addEventListener("input", (event) => { history.replaceState(null, "", address({ search: event.target.value })); show(); });
    find("search").addEventListener("keydown", (event) => {
      const first = find("services").querySelector("a");
      if (event.key === "Enter" && first) { event.preventDefault(); location.hash = first.getAttribute("href"); }
    });
    document.addEventListener("keydown", (event) => {
      const isTyping = ["INPUT", "SELECT"].includes(document.activeElement.tagName);
      if (event.key === "/" && !isTyping) { event.preventDefault(); find("search").focus(); }
    });
    addEventListener("hashchange", show);
    show();
    """#
  }
}
