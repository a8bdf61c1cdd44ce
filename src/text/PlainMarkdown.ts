/** Signs that may begin markup anywhere in a line. */
const inLine = /[\\`*_[\]~|]/g

/** Signs that may begin a block, at the beginning of a line. */
const atBeginning = /^([#+\-=:]|\d{1,9}(?=[.)]))/

/** A plain text as Markdown of one line that shows it. */
export const asMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(inLine, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(atBeginning, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`))
