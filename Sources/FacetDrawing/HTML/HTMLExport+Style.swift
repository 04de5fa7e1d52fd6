import FacetGraph

extension HTMLExport {
  static var style: String {
    """
    :root { color-scheme: light dark; --text: #1b1b1f; --page: #ffffff; --soft: #f2f2f5; --line: #85858f; --link: #0b57b8; --wrong: #a81e1e; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #ececf1; --page: #18181b; --soft: #26262b; --line: #8f8f9a; --link: #8ab8ff; --wrong: #ff9d9d; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--page); display: flex; flex-direction: column; height: 100vh; }
    header { padding: 0.5rem 1rem; background: var(--soft); display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; }
    h1 { font-size: 1.2rem; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.05rem; margin: 0.8rem 0 0.2rem; overflow-wrap: anywhere; }
    h2:focus { outline: none; }
    p { margin: 0.3rem 0; overflow-wrap: anywhere; }
    a { color: var(--link); overflow-wrap: anywhere; }
    :focus-visible { outline: 3px solid var(--link); outline-offset: -2px; }
    .columns { flex: 1; min-height: 0; display: grid; grid-template-columns: clamp(18rem, 20vw, 26rem) clamp(15rem, 16vw, 20rem) minmax(0, 1fr); }
    .columns > * { padding: 0.3rem 0.8rem; overflow: auto; border-right: 1px solid var(--line); }
    ul { margin: 0.2rem 0; padding-left: 1.1rem; overflow-wrap: anywhere; }
    .services { list-style: none; padding: 0; }
    .services a { display: flex; gap: 0.4rem; align-items: baseline; padding: 0.1rem 0.2rem; text-decoration: none; }
    .name { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    .services [aria-current] { background: var(--soft); font-weight: 600; }
    #legend .swatch { margin-left: 0.6rem; }
    #legend .swatch:first-child { margin-left: 0; }
    input[type=search], input[list] { font: inherit; width: 100%; padding: 0.3rem; }
    summary { cursor: pointer; padding: 0.1rem 0; }
    details label { display: block; overflow-wrap: anywhere; }
    .swatch { display: inline-block; width: 0.8em; height: 0.8em; background: var(--fill); border: 1px solid var(--border, var(--line)); }
    .hint { font-size: 0.85rem; opacity: 0.8; }
    .wrong { color: var(--wrong); }
    .finding { white-space: pre-wrap; overflow-wrap: anywhere; margin-bottom: 0.4rem; font-size: 0.85rem; }
    #drawing { display: flex; flex-direction: column; overflow: hidden; border: none; padding: 0; }
    .bar { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; align-items: center; padding: 0.3rem 0.8rem; }
    .bar span:last-child { margin-left: auto; }
    button { font: inherit; min-width: 2.2rem; }
    .file { border: 1px solid var(--line); border-radius: 3px; padding: 0.05rem 0.4rem; cursor: pointer; }
    .file input { width: 0; opacity: 0; position: absolute; }
    .file:focus-within { outline: 3px solid var(--link); }
    #caption { display: contents; }
    #frame { flex: 1; min-height: 0; position: relative; overflow: clip; border-block: 1px solid var(--line); }
    #frame p { padding: 1rem; }
    #legend { padding: 0.2rem 0.8rem; margin: 0; opacity: 1; }
    svg { display: block; width: 100%; height: 100%; touch-action: none; cursor: grab; user-select: none; }
    svg rect { fill: var(--fill, var(--page)); stroke: var(--border, var(--line)); }
    svg text { fill: #000000; font: 13px system-ui, sans-serif; }
    svg .small { font-size: 12px; }
    svg.far .small, svg.farther text { visibility: hidden; }
    svg .plain text { fill: var(--text); }
    svg .missing rect { stroke-dasharray: 4; }
    svg .group rect, svg .frame rect { fill: var(--soft); stroke-width: 2; }
    svg .frame rect { fill-opacity: 0.5; stroke-width: 1; }
    svg .group text, svg .frame text { fill: var(--text); font-weight: 600; }
    svg .group .small { font-weight: 400; }
    svg .isWrong rect { stroke: var(--wrong); stroke-width: 2; }
    svg .came rect { stroke: #2f8f2f; stroke-width: 3; }
    svg .changed rect { stroke: #c07a00; stroke-width: 3; }
    svg .chosen rect { stroke: var(--link); stroke-width: 3; }
    svg .step rect { fill: var(--page); stroke: var(--link); }
    svg .step text { fill: var(--link); font-size: 12px; }
    svg a:hover rect { stroke-width: 3; }
    svg path { fill: none; stroke: var(--line); }
    svg marker path { stroke-width: 1.2; stroke: context-stroke; }
    svg path.deferred { stroke-dasharray: 6 4; }
    svg path.completion { stroke-dasharray: 2 3; }
    svg path.forward { stroke-width: 2.5; }
    svg path.loop { stroke: var(--wrong); stroke-width: 2.5; }
    svg path.hit { stroke: transparent; stroke-width: 12; cursor: pointer; }
    svg path.dim { opacity: 0.25; }
    svg path.lit, svg path.onPath { stroke: var(--link); stroke-width: 2.5; }
    svg a:focus-visible { outline: none; }
    svg a:focus-visible rect { stroke: var(--link); stroke-width: 4; }
    @media (max-width: 62rem) {
      body { display: block; height: auto; }
      .columns { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
      #drawing { grid-column: 1 / -1; height: 75vh; border-top: 1px solid var(--line); }
      .services { max-height: 40vh; overflow: auto; }
    }
    @media (max-width: 40rem) {
      .columns { grid-template-columns: minmax(0, 1fr); }
      .columns > * { border-right: none; }
      main:has(section) ~ nav { order: 1; }
    }
    @media print {
      :root { --text: #000000; --page: #ffffff; --soft: #ffffff; --line: #555555; --link: #000000; --wrong: #000000; }
      nav, .bar { display: none; }
      body, .columns { display: block; height: auto; }
      #drawing { height: 90vh; }
    }
    """
  }

  static var markup: String {
    """
    <header>
      <h1 id="title"></h1>
      <span id="summary"></span>
    </header>
    <div class="columns">
      <main id="panel"></main>
      <nav aria-label="Services">
        <label>Search <kbd>/</kbd><input type="search" id="search" placeholder="type, name or file" autocomplete="off"></label>
        <p id="count" class="hint" role="status"></p>
        <div id="filters"></div>
        <ul id="services" class="services"></ul>
      </nav>
      <section id="drawing" aria-label="Drawing">
        <div class="bar">
          <span id="caption"></span>
          <span>
            <button id="out" title="Smaller (−)" aria-label="Smaller">−</button>
            <button id="in" title="Larger (+)" aria-label="Larger">+</button>
            <button id="fit" title="All of it (0)">Fit</button>
            <button id="save" title="Save the drawing as SVG">Save</button>
            <label class="file" title="A file of facet graph --format json">Compare<input type="file" id="compare" accept=".json,application/json"></label>
          </span>
        </div>
        <div id="frame"></div>
        <p id="legend" class="hint">An arrow leads to what is needed; dashed: later, by a Lazy or a Provider; dotted: by a completion. +3 draws three more; red: a loop. A click on an arrow between groups draws the services that make it. Wheel and pinch zoom, a drag moves; keys: + − 0 and arrows.</p>
      </section>
    </div>
    <noscript>This page is drawn by a script, which is switched off.</noscript>
    """
  }
}
