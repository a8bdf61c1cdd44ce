import { Schema } from "effect"
import { rule } from "../Issues.ts"
import { foldKey, lineWithFormats } from "../Text.ts"

/** The longest address that mail servers take (RFC 5321). */
export const maxEmailCharacters = 254

const letter = "\\p{L}\\p{M}\\p{N}"

/** A word of a local part: what RFC 5321 takes, but no sign that a shell reads; and pictures (RFC 6531). */
const word = `[${letter}\\p{So}!#%&'*+/=?^_~-]+`

/** Words between dots (RFC 5321, 4.1.2). */
const localPart = new RegExp(`^${word}(?:\\.${word})*$`, "u")

/** Labels of a name of a host. */
const domain = new RegExp(
  `^[${letter}](?:[${letter}-]*[${letter}])?(?:\\.[${letter}](?:[${letter}-]*[${letter}])?)*$`,
  "u"
)

/**
 * True for an address that mail servers deliver to: no quoted local part, no address of a host, no full-width letter or
 * dot, and a domain that the rules of internationalised names allow. Accounts may have addresses that were taken
 * before.
 */
const isDeliverable = (email: string): boolean => {
  const at = email.indexOf("@")
  const host = email.slice(at + 1)
  return (
    at !== -1 &&
    email === email.normalize("NFKC") &&
    localPart.test(email.slice(0, at)) &&
    domain.test(host) &&
    URL.canParse(`http://${host}`)
  )
}

/** Shown to its owner and to admins only. */
export const Email = lineWithFormats(maxEmailCharacters).pipe(
  Schema.filter(isDeliverable, rule({ _tag: "Email", message: "must be an address such as maria@example.org" })),
  Schema.annotations({
    jsonSchema: { type: "string", minLength: 3, maxLength: maxEmailCharacters },
    description: "An address with one `@`, unique without regard to case. Never shown to other members.",
    examples: ["maria@example.org"]
  })
)

export const emailKey = foldKey

/** The key of the mailbox of an address: most mail servers ignore a tag, as in `maria+news@example.org`. */
export const mailboxKey = (email: string): string => emailKey(email).replace(/\+[^@]*@/, "@")

/**
 * The end of a text that is the beginning of another address: in `anna.maria@example.org`, `anna.` before `maria@`. Of
 * letters only those of the Latin script count, since other scripts are written around an address without spaces.
 */
const localPartBefore = /[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}.'+_-]*$/u

/** The rest of a longer domain: `.uk` after `maria@example.co`. */
const domainBehind = /^[.-]*[\p{Script=Latin}\p{N}]/u

/** @internal The longest part of an email address before the `@` (RFC 5321). */
const maxLocalPartCharacters = 64

/** True if a text holds the address of a key, in any case and width, and not as a part of another address. */
export const holdsEmail = (text: string, key: string): boolean => {
  const folded = emailKey(text)
  for (let at = folded.indexOf(key); at !== -1; at = folded.indexOf(key, at + 1)) {
    const before = folded.slice(Math.max(0, at - maxLocalPartCharacters), at)
    if (!localPartBefore.test(before) && !domainBehind.test(folded.slice(at + key.length, at + key.length + 9))) {
      return true
    }
  }
  return false
}
