// Keys on the page of results: they act only inside a board, outside text fields and without a
// modifier (WCAG 2.1.4). Every press is the ordinary form post of the button it stands for.

const KEYS = { 1: ".key-w", 2: ".key-d", 3: ".key-b" };
const SECOND_DIGIT_MS = 300;

let lastDigitAt = -Infinity;
let returnToBoards = false;

function boards() {
  return [...document.querySelectorAll("form.board")];
}

function focusBoard(board) {
  board?.querySelector("button, summary, input:not([type=hidden])")?.focus();
}

function step(board, distance) {
  const all = boards();
  focusBoard(all[all.indexOf(board) + distance]);
}

document.addEventListener("keydown", (event) => {
  const board = event.target.closest("form.board");
  const isText = event.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (!board || isText || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
    return;
  }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    step(board, event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key in KEYS) {
    event.preventDefault();
    const isRepeated = event.timeStamp - lastDigitAt < SECOND_DIGIT_MS;
    lastDigitAt = event.timeStamp;
    if (!isRepeated && !event.repeat) {
      returnToBoards = true;
      board.querySelector(KEYS[event.key])?.click();
    }
  } else if (event.key.toLowerCase() === "u") {
    event.preventDefault();
    if (!event.repeat) {
      returnToBoards = true;
      document.querySelector(".undo button[name=undo]")?.click();
    }
  }
});

// After a result by key, the next missing board takes the focus.
document.addEventListener("htmx:afterSettle", () => {
  if (returnToBoards) {
    returnToBoards = false;
    focusBoard(boards()[0]);
  }
});
