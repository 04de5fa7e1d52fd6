import FacetGraph

extension HTMLExport {
  static var style: String {
    """
    :root { color-scheme: light dark; --text: #1b1b1f; --page: #ffffff; --soft: #f2f2f5; --line: #85858f; --link: #0b57b8; --wrong: #a81e1e; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #ececf1; --page: #18181b; --soft: #26262b; --line: #8f8f9a; --link: #8ab8ff; --wrong: #ff9d9d; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--page); }
    header { padding: 0.8rem 1rem; background: var(--soft); }
    h1 { font-size: 1.2rem; margin: 0; }
    h2 { font-size: 1.05rem; margin: 1rem 0 0.3rem; overflow-wrap: anywhere; }
    p { margin: 0.3rem 0; }
    a { color: var(--link); overflow-wrap: anywhere; }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    .columns { display: grid; grid-template-columns: minmax(14rem, 22rem) minmax(0, 1fr); }
    nav { padding: 0.5rem 1rem; border-right: 1px solid var(--line); }
    main { padding: 0.5rem 1rem; }
    main h2:focus { outline: none; }
    ul { margin: 0.3rem 0; padding-left: 1.2rem; }
    .services { list-style: none; padding: 0; max-height: 60vh; overflow: auto; }
    .services a { display: block; padding: 0.15rem 0.4rem; text-decoration: none; }
    .services [aria-current] { background: var(--soft); font-weight: 600; }
    input[type=search], input[list], select { font: inherit; width: 100%; padding: 0.3rem; }
    details { margin: 0.7rem 0; }
    details label { display: block; overflow-wrap: anywhere; }
    .swatch { display: inline-block; width: 0.8em; height: 0.8em; background: var(--fill); border: 1px solid var(--border, var(--line)); }
    .hint { font-size: 0.9rem; }
    .wrong { color: var(--wrong); }
    .problem { white-space: pre-wrap; margin: 0.2rem 0 0.6rem; padding: 0.5rem; background: var(--soft); font: 13px/1.4 ui-monospace, monospace; overflow-x: auto; }
    .controls { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: end; margin: 0.5rem 0; }
    .controls label { min-width: 10rem; }
    .needs { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 0 2rem; }
    .drawing { overflow: auto; border: 1px solid var(--line); margin: 0.5rem 0; }
    svg { display: block; }
    svg rect { fill: var(--fill, var(--page)); stroke: var(--border, var(--line)); }
    svg text { fill: #000000; font: 13px system-ui, sans-serif; }
    svg .plain text { fill: var(--text); }
    svg .missing rect { stroke-dasharray: 4; }
    svg .chosen rect { stroke: var(--link); stroke-width: 3; }
    svg path { fill: none; stroke: var(--line); }
    svg path.deferred { stroke-dasharray: 6 4; }
    svg path.completion { stroke-dasharray: 2 3; }
    svg path.forward { stroke-width: 2.5; }
    svg path.onPath { stroke: var(--link); stroke-width: 3; }
    svg a:focus rect { stroke: var(--link); stroke-width: 4; }
    @media (max-width: 45rem) {
      .columns { grid-template-columns: minmax(0, 1fr); }
      nav { border: none; }
      .services { max-height: 30vh; }
    }
    @media print {
      :root { --text: #000000; --page: #ffffff; --soft: #ffffff; --line: #555555; --link: #000000; --wrong: #000000; }
      nav, .controls { display: none; }
      .columns { display: block; }
      .drawing { border: none; overflow: visible; }
      svg { max-width: 100%; height: auto; }
    }
    """
  }

  static var markup: String {
    """
    <header>
      <h1 id="title"></h1>
      <p id="summary"></p>
    </header>
    <div class="columns">
      <nav aria-label="Services">
        <label>Search by type, name or file <kbd>/</kbd><input type="search" id="search" autocomplete="off"></label>
        <p id="count" class="hint" role="status"></p>
        <ul id="services" class="services"></ul>
        <div id="filters"></div>
      </nav>
      <main id="main"></main>
    </div>
    <noscript>This page is drawn by a script, which is switched off.</noscript>
    """
  }
}
