// Suggestions from the FIDE list for the line that is being typed. Without a script the list has a
// page of its own. Arrow down goes from the line into the suggestions, Enter takes one, Escape
// goes back.

const SHORTEST = 2;
const box = document.getElementById("suggestions");
const field = box && document.getElementById(box.dataset.suggestsFor);

// Where the line with the caret begins and ends.
function lineAtCaret() {
  const text = field.value;
  const start = text.lastIndexOf("\n", field.selectionStart - 1) + 1;
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}

function typedLine() {
  const { start, end } = lineAtCaret();
  return field.value.slice(start, end).trim();
}

function clear() {
  box.replaceChildren();
  document.getElementById("suggestions-said").textContent = "";
}

function picks() {
  return [...box.querySelectorAll("button[data-line]")];
}

function take(line) {
  const { start, end } = lineAtCaret();
  field.setRangeText(line, start, end, "end");
  clear();
  field.focus();
}

if (field) {
  field.addEventListener("input", () => {
    if (typedLine().length < SHORTEST) {
      clear();
    }
    window.htmx.trigger(box, "suggest");
  });

  field.addEventListener("keydown", (event) => {
    const isLastLine = !field.value.slice(field.selectionEnd).includes("\n");
    if (event.key === "ArrowDown" && isLastLine && picks().length) {
      event.preventDefault();
      picks()[0].focus();
    } else if (event.key === "Escape") {
      clear();
    }
  });

  // Only the line at the caret is asked for, never the whole list of names.
  box.addEventListener("htmx:configRequest", (event) => {
    const line = typedLine();
    event.detail.parameters.q = line;
    if (line.length < SHORTEST) {
      event.preventDefault();
    }
  });

  box.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-line]");
    if (button) {
      take(button.dataset.line);
    }
  });

  box.addEventListener("keydown", (event) => {
    const all = picks();
    const place = all.indexOf(event.target.closest("button"));
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = all[place + (event.key === "ArrowDown" ? 1 : -1)];
      (next ?? (event.key === "ArrowUp" ? field : all[place])).focus();
    } else if (event.key === "Escape") {
      clear();
      field.focus();
    }
  });
}
