import FacetGraph

extension HTMLExport {
  /// The part of the script that fits a drawing into its window, and moves and zooms it by wheel, fingers, mouse, keys and buttons.
  static var window: String {
    #"""
    // Saves all of a drawing as a file of its own, with the colours that it has here.
    function save(svg, { width, height }) {
      const copy = svg.cloneNode(true);
      copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
      for (const [name, value] of Object.entries({ width: width + 32, height: height + 32, viewBox: `-16 -16 ${width + 32} ${height + 32}` })) copy.setAttribute(name, value);
      copy.removeAttribute("class");
      copy.querySelector("g").removeAttribute("transform");
      for (const hit of copy.querySelectorAll(".hit")) hit.remove();
      for (const one of copy.querySelectorAll("a")) one.removeAttribute("href");
      const colours = getComputedStyle(document.documentElement);
      const names = ["--text", "--page", "--soft", "--line", "--link", "--wrong"];
      const root = `svg { ${names.map((name) => `${name}: ${colours.getPropertyValue(name)};`).join(" ")} background: var(--page); }`;
      copy.prepend(element("style", { drawn: true }, root + document.querySelector("style").textContent));
      const file = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
      element("a", { href: file, download: `${data.title}.svg` }).click();
      setTimeout(() => URL.revokeObjectURL(file), 1000);
    }

    // The scale at which the smallest text has nine pixels.
    const readable = 0.75;

    // Puts a drawing into the window's element: all of it, or, where that is too small to read, an area, or, where this is too small, a part around
    // its first box. Returns what the buttons call.
    function look({ svg, content, width, height, first }, frame, area) {
      let [scale, x, y, fitted] = [1, 0, 0, null];
      const all = { x: 0, y: 0, width, height };
      // Text is left out where nobody can read it.
      const apply = () => {
        content.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
        svg.classList.toggle("far", scale < readable);
        svg.classList.toggle("farther", scale * 13 < 9);
      };
      // As much of a part as can be read, with the first box in it where that belongs to it.
      function beginning(part, size) {
        const [width, height] = [Math.min(part.width, size.width / readable), Math.min(part.height, size.height / readable)];
        const begin = (low, length, whole, middle) => part === all ? Math.max(low, Math.min(low + whole - length, middle - length / 2)) : low;
        return { x: begin(part.x, width, part.width, first.x + first.width / 2), y: begin(part.y, height, part.height, first.y + first.height / 2), width, height };
      }
      function fit(part) {
        const size = { width: frame.clientWidth - 32, height: frame.clientHeight - 32 };
        fitted = [all, part || all].find((one) => scaleOf(one, size) >= readable) || beginning(part || all, size);
        show(fitted, size);
      }
      function show(part, size = { width: frame.clientWidth - 32, height: frame.clientHeight - 32 }) {
        fitted = part;
        scale = scaleOf(fitted, size);
        [x, y] = [16 + size.width / 2 - (fitted.x + fitted.width / 2) * scale, 16 + size.height / 2 - (fitted.y + fitted.height / 2) * scale];
        apply();
      }
      function move(dx, dy) {
        [x, y, fitted] = [x + dx, y + dy, null];
        apply();
      }
      function zoom(factor, cx = frame.clientWidth / 2, cy = frame.clientHeight / 2) {
        const next = Math.min(4, Math.max(0.05, scale * factor));
        [x, y] = [cx - (cx - x) * next / scale, cy - (cy - y) * next / scale];
        [scale, fitted] = [next, null];
        apply();
      }
      const at = (event) => {
        const box = frame.getBoundingClientRect();
        return [event.clientX - box.x, event.clientY - box.y];
      };
      svg.addEventListener("wheel", (event) => {
        event.preventDefault();
        const lines = event.deltaMode ? 30 : 1;
        // A pinch on a touch pad comes as a wheel with the control key.
        if (event.shiftKey || (event.deltaX && !event.ctrlKey)) move(-(event.deltaX || event.deltaY) * lines, event.deltaX ? -event.deltaY * lines : 0);
        else zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)), ...at(event));
      }, { passive: false });

      const pointers = new Map();
      let [dragged, isClickOfDrag] = [0, false];
      svg.addEventListener("pointerdown", (event) => {
        if (!pointers.size) [dragged, isClickOfDrag] = [0, false];
        pointers.set(event.pointerId, at(event));
      });
      svg.addEventListener("pointermove", (event) => {
        if (!pointers.has(event.pointerId)) return;
        if (event.pointerType === "mouse" && !event.buttons) { pointers.delete(event.pointerId); return; }
        const spread = () => {
          const [[ax, ay], [bx, by]] = [...pointers.values(), ...pointers.values()];
          return { size: Math.hypot(ax - bx, ay - by), x: (ax + bx) / 2, y: (ay + by) / 2 };
        };
        const before = spread();
        dragged += Math.hypot(at(event)[0] - pointers.get(event.pointerId)[0], at(event)[1] - pointers.get(event.pointerId)[1]);
        pointers.set(event.pointerId, at(event));
        if (dragged < 5) return;
        if (!isClickOfDrag) svg.setPointerCapture(event.pointerId);
        isClickOfDrag = true;
        const after = spread();
        if (before.size && after.size) zoom(after.size / before.size, before.x, before.y);
        move(after.x - before.x, after.y - before.y);
      });
      for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => pointers.delete(event.pointerId));
      svg.addEventListener("click", (event) => { if (isClickOfDrag) event.preventDefault(); }, true);
      svg.addEventListener("dragstart", (event) => event.preventDefault());

      svg.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const act = {
          "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: () => show(all),
          ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0), ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60),
        }[event.key];
        if (!act) return;
        event.preventDefault();
        act();
      });
      // A box that is reached by the tabulator moves into the window.
      svg.addEventListener("focusin", ({ target }) => {
        if (target === svg || !target.matches(":focus-visible")) return;
        const [box, seen] = [target.getBoundingClientRect(), frame.getBoundingClientRect()];
        const shift = (low, high, from, to) => low < from + 10 ? from + 10 - low : high > to - 10 ? to - 10 - high : 0;
        const [dx, dy] = [shift(box.left, box.right, seen.left, seen.right), shift(box.top, box.bottom, seen.top, seen.bottom)];
        if (dx || dy) move(dx, dy);
      });
      new ResizeObserver(() => { if (fitted) show(fitted); }).observe(frame);
      frame.replaceChildren(svg);
      fit(area);
      return { fit: () => show(all), zoom, save: () => save(svg, all) };
    }
    """#
  }
}
