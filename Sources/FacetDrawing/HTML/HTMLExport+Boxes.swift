import FacetGraph

extension HTMLExport {
  /// The part of the script that puts services into boxes, and boxes into the frames of open groups, and finds the places of all.
  static var boxes: String {
    #"""
    const pen = document.createElement("canvas").getContext("2d");
    // A long name is written in several lines, cut at spaces.
    function wrapped(text) {
      const lines = [""];
      for (const word of text.split(/(?<= )/)) {
        if (lines[lines.length - 1] && lines[lines.length - 1].length + word.length > 44) lines.push("");
        lines[lines.length - 1] += word;
      }
      return lines.map((line) => line.trim()).filter(Boolean);
    }
    function widthOf(text, font) {
      pen.font = `${font} system-ui, sans-serif`;
      return pen.measureText(text).width;
    }

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
        box.names = wrapped(box.group);
        box.lines = [...box.names, counted(box.services.length, "service") + (wrong ? `, ${counted(wrong, "problem")}` : "")];
        box.isWrong = wrong > 0;
      } else {
        const [service] = box.services;
        box.names = wrapped(service.name);
        const also = wrapped(service.also.map((key) => key.name).join(", "));
        box.lines = [...box.names, ...also.slice(0, 6), ...(also.length > 6 ? ["…"] : [])];
        box.isWrong = service.problems.length > 0;
        box.steps = stepsOf(service);
      }
      const steps = box.steps || {};
      box.inset = 10 + (steps.users ? 34 : 0);
      const fontOf = (place) => place >= box.names.length ? "12px" : box.isClosed ? "600 13px" : "13px";
      box.width = box.inset + 10 + (steps.needs ? 34 : 0) + Math.max(...box.lines.map((line, place) => widthOf(line, fontOf(place))));
      box.height = 10 + 15 * box.lines.length;
    }

    // The arrangement that is seen larger: with arrows to the right, or, for what is deep, with arrows down. Steps to the left and right speak for the former.
    function arrange(shown, edges, groupOf, isOpen, stepsOf, size) {
      const right = arranged(shown, edges, groupOf, isOpen, stepsOf, size, false);
      const down = arranged(shown, edges, groupOf, isOpen, stepsOf, size, true);
      const hasSteps = right.boxes.some(({ steps }) => steps && (steps.needs || steps.users));
      return scaleOf(right, size) * (hasSteps ? 2 : 1.2) < scaleOf(down, size) ? down : right;
    }

    const turn = (thing) => Object.assign(thing, { x: thing.y, y: thing.x, width: thing.height, height: thing.width });

    // Finds the places within the frame of an open group, and its size. Arrows from and to the outside have ports at its sides.
    function arrangeInside(frame, arrows, outer, [along, across], size) {
      const inner = arrows.filter(({ from, to }) => from.item === frame && to.item === frame).map((arrow) => ({ ...arrow, weight: 1 }));
      setLevels(frame.boxes, inner);
      const ports = new Set();
      const port = (table, end, side) => {
        const key = portOf(end, side);
        if (!table.has(key)) table.set(key, { side, width: 0, height: 2, gap: 10 });
        ports.add(table.get(key));
        return table.get(key);
      };
      for (const arrow of outer) {
        const side = arrow.from.level < arrow.to.level ? 1 : -1;
        if (arrow.from === frame) inner.push({ ...arrow, from: arrow.inner.from, to: port(frame.exits, arrow.end, side) });
        if (arrow.to === frame) inner.push({ ...arrow, from: port(frame.entries, arrow.end, -side), to: arrow.inner.to });
      }
      const { links, width, height } = layout(frame.boxes, inner, [...ports], size);
      const title = widthOf(frame.frame, "600 13px") + 50;
      frame.width = Math.max(width + along + 14, frame.isDown ? 0 : title);
      frame.height = Math.max(height + across + 14, frame.isDown ? title : 0);
      for (const one of ports) one.x = one.right = one.side < 0 ? -along : frame.width - along;
      frame.inside = new Set([...frame.boxes, ...ports, ...links.flatMap((link) => [link.from, link.to])]);
      return links;
    }

    // Finds the places of boxes, of those in the frame of an open group first, and of the arrows. Arrows go to the right; for arrows down, all is
    // turned before and after.
    function arranged(shown, edges, groupOf, isOpen, stepsOf, room, isDown) {
      const size = isDown ? { width: room.height, height: room.width } : room;
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
        if (!frames.has(box.group)) frames.set(box.group, { frame: box.group, boxes: [], across, isDown, gap: 24, exits: new Map(), entries: new Map() });
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
      for (const frame of frames.values()) links.push(...arrangeInside(frame, all, outer, [along, across], size));
      const result = layout(items, outer, [], size);
      for (const frame of frames.values())
        for (const one of frame.inside) Object.assign(one, { x: one.x + frame.x + along, right: one.right + frame.x + along, y: one.y + frame.y + across });
      links.push(...result.links);
      for (const link of links) link.shape = curve(link, isDown);
      if (isDown) [...boxes, ...frames.values(), result].forEach(turn);
      return { boxes, frames: [...frames.values()], links, width: result.width, height: result.height };
    }
    """#
  }
}
