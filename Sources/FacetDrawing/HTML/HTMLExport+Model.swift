import FacetGraph

extension HTMLExport {
  /// The part of the script that knows the graph and nothing of the page.
  static var model: String {
    #"""
    "use strict";
    const data = JSON.parse(document.getElementById("data").textContent);
    const nodes = data.graph.nodes;
    const drawingLimit = 120; // More boxes than this nobody reads.

    nodes.forEach((node, index) => {
      node.index = index;
      node.users = [];
      node.problems = [];
      node.text = [node.name, node.detail, node.cluster, node.location].join(" ").toLowerCase();
    });
    for (const problem of data.problems || []) if (problem.node !== undefined) nodes[problem.node].problems.push(problem);
    for (const node of nodes) {
      for (const edge of node.needs) {
        edge.source = node.index;
        edge.target = edge.node;
        edge.kind = edge.kind || (edge.deferred ? "deferred" : "need");
        nodes[edge.target].users.push(edge);
      }
    }

    // What the page's address calls a service: its name, with its group where several have the name.
    const byAddress = new Map();
    for (const node of nodes) {
      const names = [node.name, `${node.cluster}: ${node.name}`, `${node.name} #${node.index}`];
      node.address = names.find((name) => !byAddress.has(name));
      byAddress.set(node.address, node);
    }

    // The values of a field, each once, in the order of the nodes.
    const values = (field) => [...new Set(nodes.map((node) => node[field] || ""))];

    // A service and, by their level, what it needs (above zero) and what needs it (below zero).
    function around(start, levels, isShown) {
      const levelOf = new Map([[start.index, 0]]);
      let fronts = [[start], [start]];
      let reached = 0;
      while (reached < levels) {
        const next = [[], []];
        const found = new Map();
        fronts.forEach((front, side) => {
          for (const node of front) {
            for (const edge of side ? node.users : node.needs) {
              const other = nodes[side ? edge.source : edge.target];
              if (levelOf.has(other.index) || found.has(other.index) || !isShown(other)) continue;
              found.set(other.index, side ? -reached - 1 : reached + 1);
              next[side].push(other);
            }
          }
        });
        if (!found.size) return { levelOf, reached, isCut: false };
        if (levelOf.size + found.size > drawingLimit) return { levelOf, reached, isCut: true };
        found.forEach((level, index) => levelOf.set(index, level));
        fronts = next;
        reached += 1;
      }
      return { levelOf, reached, isCut: false };
    }

    // Levels for a drawing of all nodes: each stands right of all that need it, as far as there is no loop.
    function levelsOf(shown) {
      const order = [];
      const state = new Map();
      for (const root of shown) {
        const stack = state.has(root) ? [] : [[root, 0]];
        state.set(root, state.get(root) || "open");
        while (stack.length) {
          const top = stack[stack.length - 1];
          const edge = top[0].needs[top[1]++];
          if (!edge) {
            state.set(top[0], "done");
            order.push(top[0]);
            stack.pop();
          } else if (shown.has(nodes[edge.target]) && !state.has(nodes[edge.target])) {
            state.set(nodes[edge.target], "open");
            stack.push([nodes[edge.target], 0]);
          }
        }
      }
      const place = new Map(order.map((node, index) => [node.index, index]));
      const levelOf = new Map(order.map((node) => [node.index, 0]));
      for (const node of order.reverse()) {
        for (const edge of node.needs) {
          const isForwards = place.get(edge.target) < place.get(node.index);
          const level = levelOf.get(node.index) + 1;
          if (isForwards && level > levelOf.get(edge.target)) levelOf.set(edge.target, level);
        }
      }
      return levelOf;
    }

    // The edges of a shortest way from one service to another, along what each needs; null if there is none.
    function path(start, end) {
      const edgeTo = new Map([[start.index, null]]);
      const queue = [start];
      for (const node of queue) {
        if (node === end) break;
        for (const edge of node.needs) {
          if (edgeTo.has(edge.target)) continue;
          edgeTo.set(edge.target, edge);
          queue.push(nodes[edge.target]);
        }
      }
      if (!edgeTo.has(end.index)) return null;
      const result = [];
      for (let edge = edgeTo.get(end.index); edge; edge = edgeTo.get(edge.source)) result.unshift(edge);
      return result;
    }
    """#
  }
}
