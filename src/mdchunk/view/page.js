"use strict";
// What a page can do beside showing itself. It reads nothing but the page, and asks nobody.
const mdchunkView = (() => {
  const find = (id) => document.getElementById("view-" + id);
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  let chunks = [];
  let texts = [];

  const shown = () => chunks.filter((chunk) => !chunk.hidden);
  const named = (hash) => document.getElementById(decodeURIComponent(hash.slice(1)));
  const chosen = () => {
    const target = location.hash && named(location.hash);
    return (target && target.closest(".chunk")) || null;
  };

  // --- choosing

  function choose(chunk) {
    // replace, so that a walk through the chunks is one step back
    if (chunk) location.replace("#" + encodeURIComponent(chunk.id));
  }

  function step(by, wanted = () => true) {
    const row = shown().filter((chunk) => wanted(chunk) || chunk === chosen());
    const at = row.indexOf(chosen());
    choose(at < 0 ? row.find(wanted) : row[at + by]);
  }

  function arrive() {
    const chunk = chosen();
    all("[aria-current=true]").forEach((link) => link.removeAttribute("aria-current"));
    if (!chunk) {
      if (location.hash && !named(location.hash)) say("There is no " + decodeURIComponent(location.hash.slice(1)) + " on this page");
      return;
    }
    if (chunk.hidden) reset();
    addCopies(chunk.nextElementSibling, chunk);
    const number = chunks.indexOf(chunk);
    const sections = all("#view-tree li").filter((item) => inside(number, item));
    const section = sections[sections.length - 1];
    if (section) {
      const link = section.querySelector("a");
      link.setAttribute("aria-current", "true");
      link.scrollIntoView({ block: "nearest" });
    }
    if (location.hash.slice(1) === encodeURIComponent(chunk.id)) chunk.scrollIntoView({ block: "nearest" });
    say("Chunk " + (number + 1) + " of " + chunks.length + ", " + chunk.querySelector(".path").textContent);
  }

  const inside = (number, item) => {
    const first = Number(item.dataset.first);
    return first >= 0 && number >= first && number < first + Number(item.dataset.count);
  };

  function say(text) {
    find("status").textContent = text;
  }

  // --- copying

  function addCopies(detail, chunk) {
    if (!detail || detail.querySelector("button")) return;
    const [content, record] = detail.querySelectorAll("h3");
    const ref = /^ref\t(.*)$/m.exec(detail.querySelector(".fields").textContent);
    content.append(group([["Copy", detail.querySelector(".content").textContent, "content"]]));
    const copies = [["Copy id", chunk.id, "id"]];
    if (ref) copies.push(["Copy ref", ref[1], "ref"]);
    record.append(group(copies));
  }

  function group(copies) {
    const span = document.createElement("span");
    for (const [label, text, what] of copies) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.setAttribute("aria-label", "Copy " + what);
      button.addEventListener("click", async () => {
        const done = await copy(text);
        button.textContent = done ? "Copied" : "Not copied";
        say(done ? "Copied the " + what : "The browser does not allow copying");
        setTimeout(() => { button.textContent = label; }, 1500);
      });
      span.append(button);
    }
    return span;
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // pages without https have no clipboard but the old way
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  // --- filtering

  function filter() {
    const words = find("words").value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    if (document.body.classList.contains("index")) return filterList(words);
    const kind = find("kind").value;
    const found = find("found").value;
    const active = words.length > 0 || kind !== "" || found !== "";
    if (words.length && !texts.length) texts = chunks.map((chunk) => chunk.textContent.toLowerCase());
    let count = 0;
    const before = [0]; // how many are shown before each chunk
    chunks.forEach((chunk, i) => {
      const findings = (chunk.dataset.found || "").split(" ");
      const fits =
        (kind === "" || chunk.dataset.kind === kind) &&
        (found === "" || (found === "*" ? findings[0] !== "" : findings.includes(found))) &&
        words.every((word) => texts[i].includes(word));
      chunk.hidden = !fits;
      count += fits;
      before.push(count);
    });
    all(".outside").forEach((part) => { part.hidden = active; });
    all("#view-tree li").forEach((item) => {
      const first = Number(item.dataset.first);
      item.hidden = active && !(first >= 0 && before[first + Number(item.dataset.count)] > before[first]);
    });
    find("count").textContent = active ? count + " of " + chunks.length + " chunks" : "";
  }

  function filterList(words) {
    const rows = all(".list tbody tr");
    let count = 0;
    for (const row of rows) {
      const text = (row.firstElementChild.textContent + " " + (row.dataset.headings || "")).toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      count += !row.hidden;
    }
    find("count").textContent = words.length ? count + " of " + rows.length + " documents" : "";
  }

  function reset() {
    if (!find("filter")) return;
    find("filter").reset();
    filter();
  }

  // --- keys

  const KEYS = {
    j: () => step(1),
    k: () => step(-1),
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    n: () => step(1, (chunk) => "found" in chunk.dataset),
    "/": () => find("words").focus(),
    Escape: leave,
  };

  function leave() {
    if (document.activeElement && document.activeElement.closest(".filter")) {
      reset();
      document.activeElement.blur();
    } else if (chosen()) {
      const close = chosen().nextElementSibling.querySelector(".close");
      history.replaceState(null, "", location.pathname + location.search);
      // only a walk to another place takes the target away
      location.replace("#view-none");
      history.replaceState(null, "", location.pathname + location.search);
      if (close) say("No chunk is chosen");
    }
  }

  function press(event) {
    const typing = event.target.closest && event.target.closest("input:not([type=radio]), select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape")) return;
    if (event.target.type === "radio" && event.key.startsWith("Arrow")) return;
    const act = KEYS[event.key];
    if (!act || (event.key === "/" && !find("words"))) return;
    event.preventDefault();
    act();
  }

  // --- starting

  function refresh() {
    chunks = all(".chunk");
    texts = [];
    const form = find("filter");
    if (form && !form.dataset.ready) {
      form.dataset.ready = "yes";
      form.addEventListener("input", filter);
      form.addEventListener("submit", (event) => event.preventDefault());
    }
    arrive();
  }

  function turn() {
    const root = document.documentElement;
    const dark = root.style.colorScheme ? root.style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.style.colorScheme = dark ? "light" : "dark";
  }

  document.documentElement.classList.add("js");
  find("theme").addEventListener("click", turn);
  addEventListener("hashchange", arrive);
  document.addEventListener("keydown", press);
  document.addEventListener("click", (event) => {
    const line = event.target.closest("a[data-n]");
    if (line) location.replace("#" + line.id);
    const chunk = event.target.closest(".chunk");
    if (chunk && !event.target.closest("a") && getSelection().isCollapsed) choose(chunk);
  });
  refresh();
  return { refresh };
})();
