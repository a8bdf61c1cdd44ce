import { withWindowsLetters } from "./windowsLetters.ts"

/** How far into a document its XML declaration may reach. */
const maxDeclarationBytes = 256

const encodingOf = (label: string | undefined): string | undefined => {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined // no encoding that anybody knows
  }
}

/** A byte order mark decides, whatever else is said. */
const ofMark = ([first, second, third]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined
}

/** Without a mark the first characters `<?` tell how wide a character is. */
const ofWidth = ([first, second, third, fourth]: Uint8Array): string | undefined => {
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return "utf-16be"
  return first === 0x3c && second === 0 && third === 0x3f && fourth === 0 ? "utf-16le" : undefined
}

const ofDeclaration = (bytes: Uint8Array): string | undefined => {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, maxDeclarationBytes))
  const label = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning)?.[1]
  const encoding = encodingOf(label)
  // What says so in single bytes is not written in pairs of them.
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding
}

const ofCharset = (contentType: string | undefined): string | undefined =>
  encodingOf(/;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "")?.[1])

/** Whether bytes are UTF-8, but for a character that the end cuts through. */
const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * The text of a document (RFC 7303): a byte order mark decides, then the charset that HTTP told, then the XML declaration,
 * else it is UTF-8. Two mistakes that servers make are put right: text that is called UTF-8 and is not is Western European
 * (Windows-1252), and a server that calls everything Latin-1 is not believed over a document that says UTF-8, and is it.
 */
export const decodeBytes = (bytes: Uint8Array, contentType?: string): string => {
  const declared = ofDeclaration(bytes)
  const charset = ofCharset(contentType)
  const isMislabelled = charset === "windows-1252" && declared === "utf-8" && isUtf8(bytes)
  const told = ofMark(bytes) ?? ofWidth(bytes) ?? (isMislabelled ? declared : (charset ?? declared)) ?? "utf-8"
  const encoding = told === "utf-8" && !isUtf8(bytes) ? "windows-1252" : told
  const text = new TextDecoder(encoding).decode(bytes)
  return encoding === "windows-1252" ? withWindowsLetters(text) : text // Node decodes it as Latin-1
}
