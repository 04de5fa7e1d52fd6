import FacetGraph

extension HTMLExport {
  /// The part of the script that compares the graph with one of a file, as `facet graph --format json` writes it.
  static var comparison: String {
    #"""
    let compared = null;

    // What a graph says of each key: its scope, and the names of what it needs.
    function said(nodes) {
      const result = new Map();
      for (const [index, node] of nodes.entries()) {
        if (node.missing) continue;
        const name = node.cluster ? `${node.cluster}: ${node.name}` : node.name;
        const needs = new Set(node.needs.map((need) => `${nodes[need.node].name}${need.kind || need.deferred ? ` (${need.kind || "later"})` : ""}`));
        result.set(name, { node: keys[index], needs, scope: scopeName(node.scope) });
      }
      return result;
    }

    // Reads a file with another graph, and marks what it does not have, and what is another there.
    async function compare(file) {
      for (const service of services) service.change = undefined;
      compared = null;
      if (!file) return;
      let nodes;
      try { nodes = JSON.parse(await file.text()).nodes; } catch { nodes = undefined; }
      if (!Array.isArray(nodes)) { compared = { name: file.name, isUnread: true }; return; }
      const [before, now] = [said(nodes), said(JSON.parse(document.getElementById("data").textContent).graph.nodes)];
      const changed = [];
      for (const [name, { node, needs, scope }] of now) {
        const old = before.get(name);
        if (!old) { node.home.change = "came"; continue; }
        const words = [
          ...[...needs].filter((need) => !old.needs.has(need)).map((need) => `now needs ${need}`),
          ...[...old.needs].filter((need) => !needs.has(need)).map((need) => `no longer needs ${need}`),
          ...(scope === old.scope ? [] : [`scope ${old.scope} → ${scope}`]),
        ];
        if (words.length) { node.home.change = node.home.change || "changed"; changed.push({ node, words }); }
      }
      compared = { name: file.name, changed, came: [...now].filter(([name]) => !before.has(name)).map(([, { node }]) => node), went: [...before.keys()].filter((name) => !now.has(name)) };
    }

    function comparisonParts() {
      if (!compared) return [];
      const title = element("h2", {}, `Compared with ${compared.name}`);
      if (compared.isUnread) return [title, element("p", { class: "wrong" }, "This file has no graph. Write one by facet graph --format json.")];
      const { came, went, changed } = compared;
      return [title,
        folded(`Came (${came.length})`, true, list(came.map((node) => linked(node.home)))),
        folded(`Went (${went.length})`, true, list(went)),
        folded(`Changed (${changed.length})`, true, list(changed.map(({ node, words }) => [linked(node.home), element("div", { class: "hint" }, words.join("; "))]))),
      ];
    }
    """#
  }
}
