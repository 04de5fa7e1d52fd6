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
      const { x, y, width, height, lines, names, steps } = box;
      const [service] = box.services;
      const isService = !box.isClosed;
      const colour = !isService ? "group" : service.missing ? "missing" : service.scope || "plain";
      const title = isService
        ? [service.name, ...service.also.map((key) => key.name), service.detail, service.location].filter(Boolean).join("\n") : `Open ${box.group}`;
      const label = isService ? [service.name, service.detail, service.missing && service.detail !== "missing" && "missing", service.loop && "in a loop"] : [...lines, "opens"];
      const main = element("a", {
        drawn: true, href: isService ? links.service(service) : links.toggle(box.group), "data-key": isService ? service.address : box.group,
        class: [colour, isService && service === chosen && "chosen", (box.isWrong || box.services.some((one) => one.loop)) && "isWrong", isService && service.change].filter(Boolean).join(" "),
        "aria-label": label.filter(Boolean).join(", "),
      },
      element("title", {}, title),
      element("rect", { x, y, width, height, rx: isService ? 6 : 2 }),
      ...lines.map((line, place) => element("text", { x: x + box.inset, y: y + 17 + 15 * place, class: place >= names.length && "small" }, line)));
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

    function drawLink(link, onPath, addresses) {
      const edges = link.arrows.flatMap((arrow) => arrow.edges);
      const kinds = new Set(edges.map((edge) => edge.kind));
      const isTip = link.to.lines;
      const made = element("path", {
        d: link.shape, class: [kinds.size === 1 ? [...kinds][0] : "need", edges.some((edge) => onPath.includes(edge)) && "onPath", edges.some(isOfLoop) && "loop"].filter(Boolean).join(" "),
        "marker-end": isTip && "url(#arrow)",
      });
      // An arrow between groups tells the services that make it, and opens into these.
      made.ends = new Set(link.arrows.flatMap((arrow) => arrow.inner ? [arrow.inner.from, arrow.inner.to] : [arrow.from, arrow.to]));
      if ([...made.ends].some((end) => end.isClosed)) {
        const groups = [...new Set(edges.flatMap((edge) => [edge.source.group, edge.target.group]))];
        const pairs = edges.slice(0, 12).map((edge) => `${edge.source.name} → ${edge.target.name}`);
        made.hit = element("path", { d: link.shape, class: "hit", onclick: () => { location.hash = addresses.between(groups); } },
          element("title", {}, [...pairs, edges.length > 12 ? `and ${edges.length - 12} more` : null].filter(Boolean).join("\n")));
      }
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
      const arrows = links.map((link) => drawLink(link, onPath, addresses));
      const own = boxes.filter((box) => !box.isClosed && box.services[0].needs.some((edge) => edge.target === box.services[0])).map((box) =>
        element("path", { d: `M${box.x + box.width - 24},${box.y}c0,-15 14,-15 14,0`, class: box.services[0].loop ? "need loop" : "need", "marker-end": "url(#arrow)" }));
      const drawn = boxes.map((box) => drawBox(box, chosen, addresses));
      const tip = element("path", { d: "M0,0L8,4L0,8" });
      const marker = element("marker", { id: "arrow", viewBox: "-1 -1 10 10", refX: 8, refY: 4, markerWidth: 9, markerHeight: 9, orient: "auto", markerUnits: "userSpaceOnUse" }, tip);
      const content = element("g", {}, ...areas, ...arrows, ...own, ...arrows.map((arrow) => arrow.hit), ...drawn);
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
      // Where somebody looks first: at the chosen service, or where the arrows begin.
      const linked = boxes.filter((box) => box.item.outs.length || links.some((link) => link.arrows.some((arrow) => arrow.from === box)));
      const level = Math.min(...linked.map((box) => box.item.level));
      const first = boxes.filter((box) => box.services[0] === chosen).concat(linked.filter((box) => box.item.level === level), boxes)[0];
      return { svg, content, width, height, first };
    }
    """#
  }
}
