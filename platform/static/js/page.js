// What a script adds to every page. Without it all pages work; it only saves steps.

const main = document.getElementById("main");

// After an error the list of errors is where reading goes on.
function focusErrors(root) {
  const list = root.querySelector(".error-list");
  if (list) {
    list.focus();
  }
  return Boolean(list);
}

// Buttons that copy a text are hidden until a script is there to do it.
function showCopyButtons(root) {
  for (const button of root.querySelectorAll("[data-copy][hidden]")) {
    button.hidden = !navigator.clipboard;
  }
}

async function copy(button) {
  const source = document.querySelector(button.dataset.copy);
  if (!source) {
    return;
  }
  await navigator.clipboard.writeText((source.value ?? source.textContent).trim());
  if (button.dataset.copied) {
    button.textContent = button.dataset.copied;
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) {
    copy(button);
  }
});

// Focus follows a swap to the heading that changed; otherwise it stays where it was.
document.addEventListener("htmx:afterSettle", (event) => {
  const changed = event.detail.elt;
  showCopyButtons(document);
  if (!focusErrors(changed)) {
    changed.querySelector("[data-focus]")?.focus();
  }
});

if (main) {
  focusErrors(main);
  showCopyButtons(document);
}
