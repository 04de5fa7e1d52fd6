import FacetGraph

extension HTMLExport {
  /// The part of the script that finds places: a column for each level, so that arrows lead to the right as far as there is no loop.
  static var layout: String {
    #"""
    const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;
    const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

    // An order of the items in which few arrows lead back: what needs nothing of the rest goes last, what nothing of the rest needs goes first.
    function ordered(items, arrows) {
      const rest = new Set(items);
      const [first, last] = [[], []];
      const take = (item, list) => { rest.delete(item); list.push(item); };
      while (rest.size) {
        const before = rest.size;
        const gain = new Map();
        for (const item of rest) {
          const count = (end, other) => sum(item[end].filter((arrow) => rest.has(arrow[other])).map((arrow) => arrow.weight));
          const [outs, ins] = [count("outs", "to"), count("ins", "from")];
          if (!outs) take(item, last);
          else if (!ins) take(item, first);
          else gain.set(item, outs - ins);
        }
        if (rest.size === before) take([...gain].reduce((best, one) => one[1] > best[1] ? one : best)[0], first);
      }
      return [...first, ...last.reverse()];
    }

    // Gives each item its level: right of all that need it, and no farther away from them, or from what it needs, than it must be.
    function setLevels(items, arrows) {
      for (const item of items) Object.assign(item, { ins: [], outs: [], before: [], after: [] });
      for (const arrow of arrows) { arrow.from.outs.push(arrow); arrow.to.ins.push(arrow); }
      const order = ordered(items, arrows);
      order.forEach((item, place) => { item.place = place; item.level = 0; });
      for (const { from, to } of arrows) {
        const [left, right] = from.place < to.place ? [from, to] : [to, from];
        left.after.push(right);
        right.before.push(left);
      }
      for (const item of order) for (const other of item.before) item.level = Math.max(item.level, other.level + 1);
      for (let round = 0; round < 6; round += 1) {
        for (const item of order.reverse()) {
          if (item.after.length > item.before.length) item.level = Math.min(...item.after.map((other) => other.level)) - 1;
          else if (item.before.length > item.after.length) item.level = Math.max(...item.before.map((other) => other.level)) + 1;
        }
      }
    }

    // The levels as columns; one with more than so many rows becomes several.
    function columnsOf(items, rows) {
      const columns = [];
      for (const level of [...new Set(items.map((item) => item.level))].sort((a, b) => a - b)) {
        const column = items.filter((item) => item.level === level)
          .sort((a, b) => (a.after.length - a.before.length) - (b.after.length - b.before.length));
        const size = Math.ceil(column.length / Math.ceil(column.length / rows));
        for (let start = 0; start < column.length; start += size) columns.push(column.slice(start, start + size));
      }
      return columns;
    }

    // The pieces of the arrows, from column to column. Where an arrow passes a column, it has a place of its own there, so that it goes
    // around boxes; arrows to the same end share it.
    function linksOf(columns, arrows) {
      const [links, bends] = [new Map(), new Map()];
      columns.forEach((column, number) => { for (const item of column) item.column = number; });
      const connect = (from, to, arrow, step) => {
        const key = [from, to, arrow.end].map(numberOf).join();
        const link = links.get(key) || {
          from, to, step, arrows: [],
          dy1: from.exits ? from.exits.get(portOf(arrow.end, step)).y + from.across : from.height / 2,
          dy2: to.entries ? to.entries.get(portOf(arrow.end, -step)).y + to.across : to.height / 2,
        };
        link.arrows.push(arrow);
        links.set(key, link);
      };
      for (const arrow of arrows) {
        const step = Math.sign(arrow.to.column - arrow.from.column);
        let last = arrow.from;
        for (let column = last.column + step; column !== arrow.to.column; column += step) {
          const key = `${numberOf(arrow.end)} ${column} ${step}`;
          if (!bends.has(key)) {
            bends.set(key, { isBend: true, column, width: 0, height: 2, gap: 8 });
            columns[column].push(bends.get(key));
          }
          connect(last, bends.get(key), arrow, step);
          last = bends.get(key);
        }
        connect(last, arrow.to, arrow, step);
      }
      return [...links.values()];
    }

    // Where an arrow passes the border of an open group, by the box that it leads to and the side.
    const portOf = (end, side) => `${numberOf(end)} ${side}`;

    const numbers = new Map();
    const numberOf = (thing) => numbers.get(thing) || numbers.set(thing, numbers.size + 1).get(thing);

    // Stacks a column, each item as near as can be to where it wishes to be: neighbours that would overlap move together.
    function stack(column) {
      const pools = [];
      let offset = 0;
      for (const item of column) {
        offset += item.gap / 2;
        item.offset = offset;
        offset += item.height + item.gap / 2;
        let pool = { items: [item], total: item.wish - item.offset };
        const mean = (one) => one.total / one.items.length;
        while (pools.length && mean(pools[pools.length - 1]) > mean(pool)) {
          const above = pools.pop();
          pool = { items: [...above.items, ...pool.items], total: above.total + pool.total };
        }
        pools.push(pool);
      }
      for (const pool of pools) for (const item of pool.items) item.y = pool.total / pool.items.length + item.offset;
    }

    // Sets all places, and returns the links with the size of the whole. The arrows' lengths are made short by sweeps to the right and back.
    function setPlaces(columns, arrows) {
      const links = linksOf(columns, arrows);
      const all = columns.flat();
      for (const item of all) Object.assign(item, { left: [], right: [], wish: 0 });
      for (const link of links) {
        const [a, b, y1, y2] = link.step > 0 ? [link.from, link.to, link.dy1, link.dy2] : [link.to, link.from, link.dy2, link.dy1];
        a.right.push({ other: b, shift: y2 - y1 });
        b.left.push({ other: a, shift: y1 - y2 });
      }
      columns.forEach(stack);
      let best = Infinity;
      for (let sweep = 0; sweep < 30; sweep += 1) {
        const side = sweep % 2 ? "right" : "left";
        for (const column of sweep % 2 ? [...columns].reverse() : columns) {
          for (const item of column) {
            const near = sweep > 20 || !item[side].length ? [...item.left, ...item.right] : item[side];
            item.wish = near.length ? sum(near.map(({ other, shift }) => other.y + shift)) / near.length : item.y;
          }
          if (sweep < 24) column.sort((a, b) => (a.wish + a.height / 2) - (b.wish + b.height / 2));
          stack(column);
        }
        const length = sum(links.map((link) => Math.abs(link.from.y + link.dy1 - link.to.y - link.dy2)));
        if (length < best) {
          best = length;
          for (const item of all) item.best = item.y;
        }
      }
      const top = Math.min(...all.map((item) => item.best));
      let x = 0;
      columns.forEach((column, number) => {
        const width = Math.max(...column.map((item) => item.width));
        for (const item of column) Object.assign(item, { x, y: item.best - top, right: x + width, width: item.isBend ? width : item.width });
        const passing = links.filter((link) => Math.min(link.from.column, link.to.column) === number).length;
        x += width + (number < columns.length - 1 ? 30 + Math.min(50, 2 * passing) : 0);
      });
      return { links, width: x, height: Math.max(...all.map((item) => item.y + item.height)) };
    }

    // How large something is seen in a window.
    const scaleOf = (seen, size) => Math.min(size.width / seen.width, size.height / seen.height, 1.15);

    // Tries columns of several heights, and takes what is seen largest in a window of that size. What has no arrow stands in rows below.
    function layout(items, arrows, ports, size) {
      const linked = items.filter((item) => item.ins.length || item.outs.length || arrows.some((arrow) => arrow.from === item || arrow.to === item));
      const tallest = Math.max(...columnsOf(linked, Infinity).map((column) => column.length));
      let best = null;
      for (const rows of [5, 8, 12, 18, 27, 40].filter((rows) => rows < tallest).concat(linked.length ? tallest : [])) {
        const columns = columnsOf(linked, rows);
        for (const side of [-1, 1]) {
          const column = ports.filter((port) => port.side === side);
          if (column.length) side < 0 ? columns.unshift(column) : columns.push(column);
        }
        const seen = setPlaces(columns, arrows);
        seen.scale = scaleOf(seen, size);
        if (best && best.scale >= seen.scale) continue;
        best = { ...seen, places: columns.flat().map((item) => [item, { x: item.x, y: item.y, right: item.right, width: item.width }]) };
      }
      for (const [item, at] of best ? best.places : []) Object.assign(item, at);
      const result = best || { links: [], width: 0, height: 0 };
      const alone = items.filter((item) => !linked.includes(item));
      const width = Math.max(result.width, Math.sqrt(sum(alone.map((item) => (item.width + 16) * (item.height + 12))) * size.width / size.height));
      let [x, y, high] = [0, result.height ? result.height + 20 : 0, 0];
      for (const item of alone) {
        if (x && x + item.width > width) [x, y, high] = [0, y + high + 12, 0];
        Object.assign(item, { x, y, right: x + item.width });
        [x, high] = [x + item.width + 16, Math.max(high, item.height)];
        result.width = Math.max(result.width, item.right);
        result.height = y + high;
      }
      return result;
    }
    """#
  }
}
