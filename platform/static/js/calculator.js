// What a script adds to the calculator. Each act is the press of a button that is there anyway.

const FIELD = ".games input[type=text]";

function fields(list) {
  return [...list.querySelectorAll("input[type=text]")];
}

function step(field, distance) {
  const list = field.closest(".games");
  const all = fields(list);
  const next = all[all.indexOf(field) + distance];
  if (next) {
    next.focus();
    next.select();
  } else if (distance > 0) {
    list.closest("form").querySelector(`button[name="${list.id.replace("games", "more")}"]`)?.click();
  }
}

// Lines with more than a rating are cut to words that can matter, so that the address stays short.
function shortened(text) {
  const words = (line) => line.split(/[\s;|]+/).filter((word) => !/\p{L}{3,}/u.test(word));
  return text.split(/\r?\n/).map((line) => words(line).join(" ")).filter(Boolean).join("\n");
}

// A copied column that is pasted into a row fills the rows from there.
function pasteRows(field, text) {
  const list = field.closest(".games");
  const form = list.closest("form");
  const prefix = list.id.replace("games", "");
  form.elements[`${prefix}paste`].value = shortened(text);
  form.elements[`${prefix}at`].value = field.name.replace(`${prefix}o`, "");
  form.querySelector(`button[name="${prefix}fill"]`).click();
}

document.addEventListener("paste", (event) => {
  const field = event.target.closest?.(FIELD);
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (field && /\n|\t/.test(text.trim())) {
    event.preventDefault();
    pasteRows(field, text);
  }
});

document.addEventListener("keydown", (event) => {
  const field = event.target.closest?.(FIELD);
  if (!field || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
    return;
  }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    step(field, event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Backspace" && !field.value && !event.repeat) {
    event.preventDefault();
    field.closest("li").querySelector(".drop").click();
  }
});

// Writing into the fields of a choice makes the choice.
document.addEventListener(
  "input",
  (event) => {
    const choice = event.target.closest("[data-picks]");
    if (choice && event.target.value) {
      const radio = event.target.form.querySelector(
        `input[name=k][value="${choice.dataset.picks}"]`,
      );
      radio.checked = true;
    }
  },
  true,
);

// While somebody types only the messages are exchanged; the fields follow them.
document.addEventListener("htmx:afterSettle", () => {
  for (const field of document.querySelectorAll("form [aria-describedby]")) {
    const message = document.getElementById(field.getAttribute("aria-describedby").split(" ")[0]);
    const isBad = message?.matches(".error") && message.textContent.trim() !== "";
    field.toggleAttribute("aria-invalid", false);
    if (isBad) {
      field.setAttribute("aria-invalid", "true");
    }
    field.closest(".field, .games > li")?.classList.toggle("field-bad", Boolean(isBad));
  }
});
