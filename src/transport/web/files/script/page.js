/// <reference lib="dom.iterable" />
// A form that was refused: its summary takes the focus.
const problem = document.querySelector("[role=alert][autofocus]")
if (problem instanceof HTMLElement) problem.focus()

// A password is shown by its button, and hidden again by it or before it is sent.
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-reveals]") : null
  const field = document.getElementById(button?.getAttribute("data-reveals") ?? "")
  if (!button || !(field instanceof HTMLInputElement)) return
  field.type = field.type === "password" ? "text" : "password"
  button.setAttribute("aria-pressed", `${field.type === "text"}`)
})
document.addEventListener("submit", () => {
  for (const button of document.querySelectorAll("button[data-reveals][aria-pressed=true]"))
    if (button instanceof HTMLElement) button.click()
})

for (const back of document.querySelectorAll("[data-back]")) back.addEventListener("click", () => history.back())

// A menu closes at a click beside it, at Escape, and when the focus leaves it: it would hide what has the focus.
const openMenu = () => document.querySelector(".menu[open]")
document.addEventListener("click", ({ target }) => {
  const menu = openMenu()
  if (menu && target instanceof Node && !menu.contains(target)) menu.removeAttribute("open")
})
document.addEventListener("focusin", ({ target }) => {
  const menu = openMenu()
  if (menu && target instanceof Node && !menu.contains(target)) menu.removeAttribute("open")
})
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" ? openMenu() : null
  menu?.removeAttribute("open")
  menu?.querySelector("summary")?.focus()
})

document.querySelector("[data-print]")?.addEventListener("click", () => print())
