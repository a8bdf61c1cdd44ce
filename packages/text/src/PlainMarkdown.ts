/** Signs that may begin markup anywhere in a line. */
const inLine = /[\\`*_[\]~|]/g

/** Signs that may begin a block, at the beginning of a line. */
const atBeginning = /^([#+\-=:]|\d{1,9}(?=[.)]))/

/** Signs without which an address is no link: a link would lead where no member has pointed. */
const inAddress = /:(?=\/\/)|(?<=www)\.|@/gi

/** A plain text as Markdown of one line that shows it, its addresses as text. */
export const asMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .trim()
    .replace(inLine, "\\$&")
    .replace(inAddress, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(atBeginning, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`))
