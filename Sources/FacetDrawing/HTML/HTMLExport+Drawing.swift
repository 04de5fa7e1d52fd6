import FacetGraph

extension HTMLExport {
  /// The part of the script that draws: a column for each level, boxes, and curves between them.
  static var drawing: String {
    #"""
    // Makes an element; text is set as text, so that no name is taken for markup.
    function element(name, attributes = {}, ...children) {
      const isDrawn = ["svg", "g", "rect", "text", "path", "title"].includes(name) || attributes.drawn;
      const made = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
        else if (key !== "drawn" && value !== undefined && value !== false) made.setAttribute(key, value);
      }
      made.append(...children.filter((child) => child !== null && child !== undefined));
      return made;
    }

    const box = { height: 26, gap: 12, between: 70, letter: 7.4 };

    // Where each box stands. In a column, boxes stand near those of the column before that they have to do with.
    function layout(levelOf) {
      const columns = [];
      const levels = [...new Set(levelOf.values())].sort((a, b) => a - b);
      const drawn = nodes.filter((node) => levelOf.has(node.index));
      const placeOf = new Map();
      let x = 12;
      for (const level of levels) {
        const column = drawn.filter((node) => levelOf.get(node.index) === level);
        const wish = new Map(column.map((node) => [node, wishedRow(node, placeOf)]));
        column.sort((a, b) => wish.get(a) - wish.get(b) || a.index - b.index);
        const width = Math.max(...column.map((node) => Math.min(node.name.length, 48))) * box.letter + 20;
        column.forEach((node, row) => placeOf.set(node.index, { x, y: 12 + row * (box.height + box.gap), width }));
        columns.push(column);
        x += width + box.between;
      }
      const tallest = Math.max(...columns.map((column) => column.length));
      for (const column of columns) {
        const shift = ((tallest - column.length) * (box.height + box.gap)) / 2;
        for (const node of column) placeOf.get(node.index).y += shift;
      }
      return { placeOf, columns, width: x - box.between / 2, height: 30 + tallest * (box.height + box.gap) };
    }

    function wishedRow(node, placeOf) {
      const others = [...node.users.map((edge) => edge.source), ...node.needs.map((edge) => edge.target)];
      const rows = others.filter((index) => placeOf.has(index)).map((index) => placeOf.get(index).y);
      return rows.length ? rows.reduce((sum, row) => sum + row, 0) / rows.length : 0;
    }

    // To the right an edge is a curve; within a column, or to itself, an arc at the right; to the left, an arc below.
    function curve(from, to) {
      const [y1, y2] = from === to ? [from.y + 5, from.y + box.height - 5] : [from.y + box.height / 2, to.y + box.height / 2];
      const right = from.x + from.width;
      if (to.x > right) return `M${right},${y1} C${right + 35},${y1} ${to.x - 35},${y2} ${to.x - 2},${y2}`;
      if (to.x === from.x) return `M${right},${y1} C${right + 40},${y1} ${to.x + to.width + 40},${y2} ${to.x + to.width + 2},${y2}`;
      const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2];
      const low = Math.max(from.y, to.y) + box.height + 22;
      return `M${x1},${from.y + box.height} C${x1},${low} ${x2},${low} ${x2},${to.y + box.height + 2}`;
    }

    // The drawing of the nodes that have a level; `link` gives the address of a node.
    function draw(levelOf, chosen, onPath, link) {
      const { placeOf, columns, width, height } = layout(levelOf);
      const edges = [];
      for (const index of levelOf.keys()) {
        for (const edge of nodes[index].needs) {
          if (!placeOf.has(edge.target)) continue;
          const kind = onPath.includes(edge) ? `${edge.kind} onPath` : edge.kind;
          const shape = curve(placeOf.get(index), placeOf.get(edge.target));
          edges.push(element("path", { d: shape, class: kind, "marker-end": "url(#arrow)" }));
        }
      }
      const boxes = columns.flat().map((node) => {
        const { x, y, width } = placeOf.get(node.index);
        const name = node.name.length > 48 ? node.name.slice(0, 47) + "…" : node.name;
        const colour = node.missing ? "missing" : node.scope || "plain";
        return element("a", {
          drawn: true, href: link(node), class: node === chosen ? `${colour} chosen` : colour,
          "aria-label": [node.name, node.detail, node.missing ? "missing" : null].filter(Boolean).join(", "),
        },
        element("title", {}, [node.name, node.detail, node.location].filter(Boolean).join("\n")),
        element("rect", { x, y, width, height: box.height, rx: 6 }),
        element("text", { x: x + 10, y: y + 18 }, name));
      });
      const tip = element("path", { d: "M0,0 L8,4 L0,8", style: "stroke-dasharray: none; stroke-width: 1.2" });
      const arrow = element("marker", {
        drawn: true, id: "arrow", viewBox: "-1 -1 10 10", refX: 8, refY: 4, markerWidth: 9, markerHeight: 9, orient: "auto",
        markerUnits: "userSpaceOnUse",
      }, tip);
      return element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Drawing" },
        element("defs", { drawn: true }, arrow), ...edges, ...boxes);
    }
    """#
  }
}
