import FacetGraph

extension HTMLExport {
  /// The part of the script that draws: boxes, boxes of boxes, and the arrows between them.
  static var drawing: String {
    #"""
    // Makes an element; text is set as text, so that no name is taken for markup.
    function element(name, attributes = {}, ...children) {
      const isDrawn = ["svg", "g", "rect", "text", "path", "title", "marker", "defs"].includes(name) || attributes.drawn;
      const made = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
        else if (key !== "drawn" && value !== undefined && value !== false) made.setAttribute(key, value);
      }
      made.append(...children.filter((child) => child !== null && child !== undefined));
      return made;
    }

    const pen = document.createElement("canvas").getContext("2d");
    const shortened = (text) => text.length > 44 ? text.slice(0, 43) + "…" : text;
    function widthOf(text, font) {
      pen.font = `${font} system-ui, sans-serif`;
      return pen.measureText(text).width;
    }
    const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

    // The boxes for some services: one for each service, or one for all of a group.
    function boxesOf(shown, groupOf, isOpen) {
      const boxes = new Map();
      const sizes = new Map();
      for (const service of shown) sizes.set(groupOf(service), (sizes.get(groupOf(service)) || 0) + 1);
      for (const service of shown) {
        const group = sizes.get(groupOf(service)) > 1 ? groupOf(service) : null;
        const isClosed = group && !isOpen(group);
        const key = isClosed ? group : service;
        if (!boxes.has(key)) boxes.set(key, { group, isClosed, services: [], gap: 12 });
        boxes.get(key).services.push(service);
      }
      return [...boxes.values()];
    }

    // What is written in a box, and how large that makes it.
    function measure(box, stepsOf) {
      if (box.isClosed) {
        const wrong = sum(box.services.map((service) => service.problems.length));
        box.lines = [shortened(box.group), counted(box.services.length, "service") + (wrong ? `, ${counted(wrong, "problem")}` : "")];
        box.isWrong = wrong > 0;
      } else {
        const [service] = box.services;
        box.lines = [shortened(service.name), shortened(service.also.map((key) => key.name).join(", "))].filter(Boolean);
        box.isWrong = service.problems.length > 0;
        box.steps = stepsOf(service);
      }
      const steps = box.steps || {};
      box.inset = 10 + (steps.users ? 34 : 0);
      box.width = box.inset + 10 + (steps.needs ? 34 : 0) + Math.max(widthOf(box.lines[0], box.isClosed ? "600 13px" : "13px"), widthOf(box.lines[1] || "", "11px"));
      box.height = box.lines.length > 1 ? 40 : 26;
    }

    // The arrangement that is seen larger: with arrows to the right, or, for what is deep, with arrows down. Steps to the left and right speak for the former.
    function arrange(shown, edges, groupOf, isOpen, stepsOf, size) {
      const right = arranged(shown, edges, groupOf, isOpen, stepsOf, size, false);
      const down = arranged(shown, edges, groupOf, isOpen, stepsOf, size, true);
      const hasSteps = right.boxes.some(({ steps }) => steps && (steps.needs || steps.users));
      return scaleOf(right, size) * (hasSteps ? 2 : 1.2) < scaleOf(down, size) ? down : right;
    }

    const turn = (thing) => Object.assign(thing, { x: thing.y, y: thing.x, width: thing.height, height: thing.width });

    // Finds the places of boxes, of those in the frame of an open group first, and of the arrows. Arrows go to the right; for arrows down, all is
    // turned before and after.
    function arranged(shown, edges, groupOf, isOpen, stepsOf, window, isDown) {
      const size = isDown ? { width: window.height, height: window.width } : window;
      const [along, across] = isDown ? [34, 14] : [14, 34];
      const boxes = boxesOf(shown, groupOf, isOpen);
      const boxOf = new Map();
      const frames = new Map();
      for (const box of boxes) {
        measure(box, stepsOf);
        if (isDown) turn(box);
        for (const service of box.services) boxOf.set(service, box);
        box.item = box;
        if (!box.group || box.isClosed) continue;
        if (!frames.has(box.group)) frames.set(box.group, { frame: box.group, boxes: [], across, gap: 24, exits: new Map(), entries: new Map() });
        box.item = frames.get(box.group);
        box.item.boxes.push(box);
      }
      const arrows = new Map();
      for (const edge of edges) {
        const [from, to] = [boxOf.get(edge.source), boxOf.get(edge.target)];
        if (from === to) continue;
        const key = `${numberOf(from)} ${numberOf(to)}`;
        if (!arrows.has(key)) arrows.set(key, { from, to, end: to, edges: [] });
        arrows.get(key).edges.push(edge);
      }
      const all = [...arrows.values()];
      const outer = all.filter(({ from, to }) => from.item !== to.item)
        .map((arrow) => ({ ...arrow, inner: arrow, from: arrow.from.item, to: arrow.to.item, weight: arrow.edges.length }));
      const items = [...new Set(boxes.map((box) => box.item))];
      setLevels(items, outer);
      const links = [];
      for (const frame of frames.values()) {
        const inner = all.filter(({ from, to }) => from.item === frame && to.item === frame).map((arrow) => ({ ...arrow, weight: 1 }));
        setLevels(frame.boxes, inner);
        const ports = new Set();
        const port = (table, end, side) => {
          const key = portOf(end, side);
          if (!table.has(key)) table.set(key, { side, width: 0, height: 2, gap: 10, before: [], after: [] });
          ports.add(table.get(key));
          return table.get(key);
        };
        for (const arrow of outer) {
          const side = arrow.from.level < arrow.to.level ? 1 : -1;
          if (arrow.from === frame) inner.push({ ...arrow, from: arrow.inner.from, to: port(frame.exits, arrow.end, side) });
          if (arrow.to === frame) inner.push({ ...arrow, from: port(frame.entries, arrow.end, -side), to: arrow.inner.to });
        }
        const result = layout(frame.boxes, inner, [...ports], size);
        Object.assign(frame, { inside: [...frame.boxes, ...ports, ...result.links.flatMap((link) => [link.from, link.to])] });
        frame.width = result.width + along + 14;
        frame.height = result.height + across + 14;
        const title = widthOf(frame.frame, "600 13px") + 50;
        if (isDown) frame.height = Math.max(frame.height, title);
        else frame.width = Math.max(frame.width, title);
        for (const one of ports) one.x = one.right = one.side < 0 ? -along : frame.width - along;
        links.push(...result.links);
      }
      const result = layout(items, outer, [], size);
      for (const frame of frames.values())
        for (const one of new Set(frame.inside)) Object.assign(one, { x: one.x + frame.x + along, right: one.right + frame.x + along, y: one.y + frame.y + across });
      links.push(...result.links);
      for (const link of links) link.shape = curve(link, isDown);
      if (isDown) [...boxes, ...frames.values(), result].forEach(turn);
      return { boxes, frames: [...frames.values()], links, width: result.width, height: result.height };
    }

    // A piece of an arrow: along its own column to the side where it leaves, and in a curve to the next one.
    function curve({ from, to, step, dy1, dy2 }, isDown) {
      const lower = step < 0 ? 8 : 0;
      const y1 = from.y + dy1 + (from.lines ? lower : 0);
      const y2 = to.y + dy2 + (to.lines ? lower : 0);
      const [begin, side, near, tip] = step > 0
        ? [from.isBend ? from.x : from.x + from.width, from.right, to.x, to.x]
        : [from.isBend ? from.right : from.x, from.x, to.right, to.isBend ? to.right : to.x + to.width];
      const bend = Math.abs(near - side) / 2 * step;
      const at = (x, y) => isDown ? `${y.toFixed(1)},${x.toFixed(1)}` : `${x.toFixed(1)},${y.toFixed(1)}`;
      const last = near === tip ? "" : `L${at(tip, y2)}`;
      return `M${at(begin, y1)}L${at(side, y1)}C${at(side + bend, y1)} ${at(near - bend, y2)} ${at(near, y2)}${last}`;
    }

    function drawBox(box, chosen, links) {
      const { x, y, width, height, lines, steps } = box;
      const [service] = box.services;
      const isService = !box.isClosed;
      const colour = !isService ? "group" : service.missing ? "missing" : service.scope || "plain";
      const title = isService
        ? [service.name, ...service.also.map((key) => key.name), service.detail, service.location].filter(Boolean).join("\n") : `Open ${box.group}`;
      const label = isService ? [service.name, service.detail, service.missing && service.detail !== "missing" && "missing"] : [...lines, "opens"];
      const main = element("a", {
        drawn: true, href: isService ? links.service(service) : links.toggle(box.group), "data-key": isService ? service.address : box.group,
        class: [colour, isService && service === chosen && "chosen", box.isWrong && "isWrong"].filter(Boolean).join(" "),
        "aria-label": label.filter(Boolean).join(", "),
      },
      element("title", {}, title),
      element("rect", { x, y, width, height, rx: isService ? 6 : 2 }),
      element("text", { x: x + box.inset, y: y + 17 }, lines[0]),
      lines[1] ? element("text", { x: x + box.inset, y: y + 33, class: "small" }, lines[1]) : null);
      const step = (side, left, words) => steps && steps[side] ? element("a", {
        drawn: true, class: "step", href: links.step(service, side), "data-key": `${side} ${service.address}`,
        "aria-label": `${steps[side]} more ${words} ${service.name}`,
      },
      element("title", {}, `${steps[side]} more ${words} ${service.name}`),
      element("rect", { x: left, y: y + height / 2 - 9, width: 32, height: 18, rx: 9 }),
      element("text", { x: left + 16, y: y + height / 2 + 4, "text-anchor": "middle" }, `+${steps[side]}`)) : null;
      const made = element("g", {}, main, step("users", x + 5, "that need"), step("needs", x + width - 37, "needed by"));
      made.box = box;
      return made;
    }

    function drawLink(link, onPath) {
      const edges = link.arrows.flatMap((arrow) => arrow.edges);
      const kinds = new Set(edges.map((edge) => edge.kind));
      const isTip = link.to.lines;
      const made = element("path", {
        d: link.shape, class: [kinds.size === 1 ? [...kinds][0] : "need", edges.some((edge) => onPath.includes(edge)) && "onPath"].filter(Boolean).join(" "),
        "marker-end": isTip && "url(#arrow)",
      });
      made.ends = new Set(link.arrows.flatMap((arrow) => arrow.inner ? [arrow.inner.from, arrow.inner.to] : [arrow.from, arrow.to]));
      return made;
    }

    // The drawing of an arrangement; `links` gives the addresses that its boxes lead to.
    function draw({ boxes, frames, links, width, height }, chosen, onPath, addresses) {
      const areas = frames.map((frame) => element("a", {
        drawn: true, class: "frame", href: addresses.toggle(frame.frame), "data-key": frame.frame, "aria-label": `${frame.frame}, open, closes`,
      },
      element("title", {}, `Close ${frame.frame}`),
      element("rect", { x: frame.x, y: frame.y, width: frame.width, height: frame.height, rx: 2 }),
      element("text", { x: frame.x + 14, y: frame.y + 20 }, `− ${frame.frame}`)));
      const arrows = links.map((link) => drawLink(link, onPath));
      const own = boxes.filter((box) => !box.isClosed && box.services[0].needs.some((edge) => edge.target === box.services[0])).map((box) =>
        element("path", { d: `M${box.x + box.width - 24},${box.y}c0,-15 14,-15 14,0`, class: "need", "marker-end": "url(#arrow)" }));
      const drawn = boxes.map((box) => drawBox(box, chosen, addresses));
      const tip = element("path", { d: "M0,0L8,4L0,8" });
      const marker = element("marker", { id: "arrow", viewBox: "-1 -1 10 10", refX: 8, refY: 4, markerWidth: 9, markerHeight: 9, orient: "auto", markerUnits: "userSpaceOnUse" }, tip);
      const content = element("g", {}, ...areas, ...arrows, ...own, ...drawn);
      const light = (target) => {
        const box = target && target.closest && (target.closest("g") || {}).box;
        for (const arrow of arrows) {
          arrow.classList.toggle("lit", Boolean(box) && arrow.ends.has(box));
          arrow.classList.toggle("dim", Boolean(box) && !arrow.ends.has(box));
        }
      };
      for (const event of ["pointerover", "focusin"]) content.addEventListener(event, ({ target }) => light(target));
      for (const event of ["pointerleave", "focusout"]) content.addEventListener(event, () => light(null));
      const svg = element("svg", { role: "group", tabindex: 0, "aria-label": "Drawing" }, element("defs", {}, marker), content);
      return { svg, content, width, height };
    }
    """#
  }
}
