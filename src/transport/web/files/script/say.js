/// <reference lib="dom.iterable" />
// The pages work without this script: it saves a reader waiting.

/** @type {(text: string, id?: string) => void} */
export const say = (text, id = "said") => {
  const place = document.getElementById(id)
  if (place) place.textContent = text
}
