/**
 * The letters and quotes that Windows-1252 has from 0x80 to 0x9F, where Latin-1 has controls; five places are empty.
 */
const letters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/**
 * Replaces C1 controls, which are characters of Windows-1252 under a wrong label, by the characters of Windows-1252.
 */
export const withWindowsLetters = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => letters.charAt(control.charCodeAt(0) - 0x80))

/** The beginning of a feed's document that must contain its XML declaration. */
const maxDeclarationBytes = 256

const encodingOf = (label: string | undefined): string | undefined => {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined // an unknown encoding
  }
}

const ofByteOrderMark = ([first, second, third]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined
}

/** Recognises UTF-16 without a mark by the zero bytes in its first characters, `<?`. */
const ofZeroBytes = ([first, second, third, fourth]: Uint8Array): string | undefined => {
  if (first === 0 && second === 0x3c && third === 0 && fourth === 0x3f) return "utf-16be"
  return first === 0x3c && second === 0 && third === 0x3f && fourth === 0 ? "utf-16le" : undefined
}

const ofDeclaration = (bytes: Uint8Array): string | undefined => {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, maxDeclarationBytes))
  const label = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning)?.[1]
  const encoding = encodingOf(label)
  // A declaration in single bytes that says UTF-16 is wrong.
  return encoding?.startsWith("utf-16") ? "utf-8" : encoding
}

const ofCharset = (contentType: string | undefined): string | undefined =>
  encodingOf(/;\s*charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "")?.[1])

/** True for UTF-8, even where the end cuts through a character. */
const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * The text of an XML document (RFC 7303): its byte order mark decides, then the charset of HTTP, then the XML
 * declaration, else it is UTF-8. Two mistakes of servers are corrected: invalid UTF-8 is read as Windows-1252, and a
 * document that declares UTF-8 and is valid UTF-8 is read as that although HTTP says Latin-1.
 */
export const decodeBytes = (bytes: Uint8Array, contentType?: string): string => {
  const declared = ofDeclaration(bytes)
  const charset = ofCharset(contentType)
  const isMislabelled = charset === "windows-1252" && declared === "utf-8" && isUtf8(bytes)
  const stated =
    ofByteOrderMark(bytes) ?? ofZeroBytes(bytes) ?? (isMislabelled ? declared : (charset ?? declared)) ?? "utf-8"
  const encoding = stated === "utf-8" && !isUtf8(bytes) ? "windows-1252" : stated
  const text = new TextDecoder(encoding).decode(bytes)
  return encoding === "windows-1252" ? withWindowsLetters(text) : text // Node decodes it as Latin-1
}
