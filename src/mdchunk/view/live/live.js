"use strict";
// The settings of the page: what is changed is asked of the server, and its answer takes the place of what was shown.
(() => {
  const find = (id) => document.getElementById("live-" + id);
  const form = document.getElementById("live");
  const fields = form.elements;
  const source = form.dataset.source;
  const first = read();
  // settings go from document to document, not to the next run of the server
  const KEEP = "mdchunk-" + form.dataset.run;
  let text = null;
  let before = null;
  let state = form.dataset.state;
  let asked = 0;
  // whether there are chunks above and below those of the page: of a long document, some are shown
  let more = form.dataset.more.split(" ").map(Boolean);
  let whole = false;
  let seen = "";

  // --- the form

  function read() {
    const tokens = form.elements.unit.value === "max_tokens";
    const number = (name) => Number(form.querySelector(`[data-for="${name}"]`).value);
    return {
      max_chars: number("max_chars"),
      max_tokens: tokens ? number("max_tokens") : 0,
      tokenizer: form.elements.tokenizer.value,
      overlap: number("overlap"),
      min_size: number("min_size"),
      prefix_path: form.elements.prefix_path.value,
      max_level: number("max_level"),
      dialect: form.elements.dialect.value,
      drop: Array.from(form.querySelectorAll("[name=drop]:checked"), (box) => box.value),
    };
  }

  function fill(settings) {
    fields.unit.value = settings.max_tokens ? "max_tokens" : "max_chars";
    for (const box of form.querySelectorAll("[data-for]")) {
      const value = settings[box.dataset.for];
      if (box.dataset.for === "max_tokens" && !value) continue;
      box.value = value;
      fields[box.dataset.for].value = value;
    }
    for (const name of ["tokenizer", "prefix_path", "dialect"]) fields[name].value = settings[name];
    for (const box of form.querySelectorAll("[name=drop]")) box.checked = settings.drop.includes(box.value);
    arrange();
  }

  function arrange() {
    const settings = read();
    const tokens = settings.max_tokens > 0;
    const row = (name) => form.querySelector(`[data-row="${name}"]`);
    row("max_chars").hidden = tokens;
    row("max_tokens").hidden = row("tokenizer").hidden = !tokens;
    const limit = tokens ? settings.max_tokens : settings.max_chars;
    fields.overlap.max = Math.max(Math.ceil(limit / 2) - 1, 0);
    fields.min_size.max = limit;
    find("dropped").textContent = settings.drop.length;
    find("reset").disabled = same(settings, first) && text === null;
  }

  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  // --- the server

  async function ask(path, sent) {
    const reply = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sent),
    });
    if (!reply.ok && reply.status !== 422) throw new Error("The server answered " + reply.status);
    return reply.json();
  }

  const where = () => (text === null ? { source } : { text });

  async function update(place = "") {
    const mine = ++asked;
    const settings = read();
    form.classList.add("busy");
    try {
      const rendered = document.getElementById("view-rendered").checked;
      const line = topmost();
      // two settings side by side stay where their document was
      seen = place || (line ? "L" + line.number : seen);
      const sent = { ...where(), settings, rendered, whole, place: seen };
      const [found, compared] = await Promise.all([
        ask("/look", sent),
        before ? ask("/compare", { ...where(), before, settings, place: seen }) : null,
      ]);
      if (mine !== asked) return;
      const failed = found.error || (compared && compared.error);
      complain(failed ? failed.message : "", failed ? failed.setting : "");
      if (failed) return;
      more = found.more;
      show(found.body, compared ? compared.html : "", place);
    } catch (error) {
      if (mine === asked) complain(error instanceof TypeError ? "The server does not answer." : error.message);
    } finally {
      if (mine === asked) form.classList.remove("busy");
    }
  }

  function complain(message, setting) {
    find("error").textContent = message;
    for (const row of form.querySelectorAll("[data-row]")) {
      row.classList.toggle("wrong", message !== "" && row.dataset.row === setting);
    }
  }

  function show(body, comparison, place) {
    const made = new DOMParser().parseFromString(body, "text/html");
    const line = topmost();
    const chosen = document.querySelector(".chunk:target a[data-n], .chunk:has(a:target) a[data-n]");
    const kept = filtered();
    const side = document.getElementById("view-side");
    side.replaceChildren(form, ...made.getElementById("view-side").children);
    document.querySelectorAll(".top h1, .top .title").forEach((part) => part.remove());
    document.querySelector(".top").prepend(...made.querySelectorAll(".top h1, .top .title"));
    const main = document.getElementById("view-main");
    main.replaceChildren(...made.getElementById("view-main").childNodes);
    document.body.classList.toggle("compares", comparison !== "");
    if (comparison) {
      main.prepend(new DOMParser().parseFromString(comparison, "text/html").getElementById("live-comparison"));
    }
    choose(chosen ? chosen.id : "", place);
    mdchunkView.refresh();
    filterBy(kept);
    if (!place && line) stay(line);
  }

  // the chunk that was chosen, or what is in its place now; only a walk to it makes it the target
  function choose(line, place) {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const other = line && document.getElementById(line);
    if (named) location.replace(location.hash);
    else if (other) location.replace("#" + other.closest("[id]:not(a)").id);
    else if (place) history.replaceState(null, "", location.pathname + location.search);
  }

  const top = () => document.querySelector(".top").getBoundingClientRect().bottom;

  // the first line in sight, and how far down it is
  function topmost() {
    const limit = top();
    for (const part of document.querySelectorAll("#view-source > *")) {
      if (part.getBoundingClientRect().bottom <= limit) continue;
      for (const link of part.querySelectorAll("a[data-n]")) {
        const at = link.getBoundingClientRect().top;
        if (at >= limit) return { number: Number(link.dataset.n), at };
      }
    }
    return null;
  }

  function stay(line) {
    const link = document.getElementById("L" + line.number);
    if (link && scrollY > 0) scrollBy(0, link.getBoundingClientRect().top - line.at);
  }

  function filtered() {
    const words = document.getElementById("view-words");
    const fields = ["view-words", "view-kind", "view-found"].map((id) => document.getElementById(id));
    return {
      values: fields.map((field) => [field.id, field.value]),
      focused: fields.includes(document.activeElement) ? document.activeElement.id : "",
      caret: words.selectionStart,
    };
  }

  function filterBy(kept) {
    for (const [id, value] of kept.values) document.getElementById(id).value = value;
    if (kept.values.some(([, value]) => value)) {
      document.getElementById("view-filter").dispatchEvent(new Event("input"));
    }
    if (kept.focused) document.getElementById(kept.focused).focus({ preventScroll: true });
    if (kept.focused === "view-words") document.getElementById("view-words").setSelectionRange(kept.caret, kept.caret);
  }

  // --- what starts it

  let timer = 0;
  function later(delay) {
    clearTimeout(timer);
    timer = setTimeout(update, delay);
    sessionStorage.setItem(KEEP, JSON.stringify({ settings: read(), before }));
  }

  form.addEventListener("input", (event) => {
    const field = event.target;
    if (field.type === "range") form.querySelector(`[data-for="${field.name}"]`).value = field.value;
    if (field.dataset.for) fields[field.dataset.for].value = field.value;
    clamp(field);
    arrange();
    later(field.type === "number" ? 250 : 60);
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  // an overlap of half the limit or more is an error: a smaller limit takes it along
  function clamp(field) {
    if (["overlap", "min_size"].includes(field.name || field.dataset.for)) return;
    arrange();
    for (const name of ["overlap", "min_size"]) {
      const box = form.querySelector(`[data-for="${name}"]`);
      if (Number(box.value) > Number(fields[name].max)) box.value = fields[name].value = fields[name].max;
    }
  }

  document.addEventListener("change", (event) => {
    if (event.target.name === "view-shown") update();
  });

  // --- long documents

  // a filter looks at every chunk
  document.addEventListener("input", (event) => {
    if (!event.target.closest("#view-filter") || whole || !more.some(Boolean)) return;
    whole = true;
    update();
  });

  addEventListener("hashchange", () => {
    const place = decodeURIComponent(location.hash.slice(1));
    if (place && more.some(Boolean) && !document.getElementById(place)) update(place);
  });

  let scrolled = 0;
  addEventListener("scroll", () => {
    if (!more.some(Boolean) || document.body.classList.contains("compares")) return;
    clearTimeout(scrolled);
    scrolled = setTimeout(() => {
      const { top: above, bottom: below } = document.getElementById("view-source").getBoundingClientRect();
      if ((more[0] && above > -1000) || (more[1] && below < innerHeight + 1000)) update();
    }, 80);
  }, { passive: true });

  find("reset").addEventListener("click", () => {
    text = null;
    fill(first);
    later(0);
  });

  find("compare").addEventListener("click", () => {
    before = before ? null : read();
    marks();
    later(0);
  });

  function marks() {
    find("compare").setAttribute("aria-pressed", before !== null);
    find("compare").textContent = before ? "Stop comparing" : "Compare";
  }

  // --- the settings file

  let mark = "";
  find("save").addEventListener("click", async () => {
    const found = await ask("/change", { settings: read() }).catch(() => null);
    if (!found || found.error) return complain(found ? found.error.message : "The server does not answer.");
    mark = found.mark;
    find("saving-title").textContent = "Save to " + found.file;
    find("diff").replaceChildren(...lines(found.diff.trimEnd() || "These settings are already there."));
    find("write").disabled = !found.diff;
    find("saving").showModal();
  });

  function lines(diff) {
    return diff.split("\n").map((line) => {
      const span = document.createElement("span");
      span.textContent = line + "\n";
      span.className = line.startsWith("+") ? "plus" : line.startsWith("-") ? "minus" : "";
      return span;
    });
  }

  find("write").addEventListener("click", async () => {
    const done = await ask("/save", { settings: read(), mark }).catch(() => null);
    find("saving").close();
    complain(done ? (done.error ? done.error.message : "") : "The server does not answer.");
    if (done && done.file) document.getElementById("view-status").textContent = "Saved " + done.file;
  });

  // --- a text from the clipboard

  find("paste").addEventListener("click", () => {
    find("back").hidden = text === null;
    find("pasting").showModal();
  });
  find("use").addEventListener("click", () => {
    text = find("text").value;
    whole = false;
    find("pasting").close();
    arrange();
    later(0);
  });
  find("back").addEventListener("click", () => {
    text = null;
    find("pasting").close();
    arrange();
    later(0);
  });
  for (const button of document.querySelectorAll("dialog .closes")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    // j, k and / are letters here
    dialog.addEventListener("keydown", (event) => event.stopPropagation());
  }

  // --- the file

  async function watch() {
    if (document.hidden || text !== null) return;
    const found = await ask("/state", { source }).catch(() => null);
    if (!found) return complain("The server does not answer.");
    if (found.error) return complain(found.error.message);
    const changed = found.state !== state;
    state = found.state;
    if (changed) update();
  }
  setInterval(watch, 1000);
  watch();

  // --- starting

  document.getElementById("view-side").prepend(form);
  document.getElementById("view-rendered").disabled = false;
  arrange();
  const kept = sessionStorage.getItem(KEEP);
  if (kept) {
    const { settings, before: pinned } = JSON.parse(kept);
    before = pinned;
    marks();
    if (!same(settings, first) || before) {
      fill(settings);
      update(decodeURIComponent(location.hash.slice(1)));
    }
  }
  if (location.hash) dispatchEvent(new Event("hashchange"));
})();
