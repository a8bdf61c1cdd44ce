/// <reference lib="dom.iterable" />
// A form that was refused: its summary takes the focus.
const problem = document.querySelector("[role=alert][autofocus]")
if (problem instanceof HTMLElement) problem.focus()

for (const back of document.querySelectorAll("[data-back]")) back.addEventListener("click", () => history.back())

// A menu closes at a click beside it, and at Escape.
const openMenu = () => document.querySelector(".menu[open]")
document.addEventListener("click", ({ target }) => {
  const menu = openMenu()
  if (menu && target instanceof Node && !menu.contains(target)) menu.removeAttribute("open")
})
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" ? openMenu() : null
  menu?.removeAttribute("open")
  menu?.querySelector("summary")?.focus()
})

document.querySelector("[data-print]")?.addEventListener("click", () => print())
