import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto"
import { Effect, Layer, Redacted } from "effect"
import {
  apiKeyPrefix,
  browserTokenPrefix,
  type CredentialKind,
  sessionTokenPrefix
} from "../../domain/accounts/Credential.ts"
import { codeDigits } from "../../domain/accounts/SecondFactor.ts"
import { Secrets } from "../../ports/Secrets.ts"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** The random bytes of a secret, 192 bits. */
const secretBytes = 24

/** The length of such a secret in base 62. */
const secretCharacters = 33

/** The length of the checksum that ends a secret, so that a scanner knows a leaked one. */
const checksumCharacters = 6

const checksums = 62 ** checksumCharacters

const encoded = (bytes: Buffer, characters: number): string => {
  let number = BigInt(`0x${bytes.toString("hex")}`)
  let text = ""
  for (let index = 0; index < characters; index++) {
    text = base62.charAt(Number(number % 62n)) + text
    number /= 62n
  }
  return text
}

/** Crockford's base 32, without letters that look like a digit or another letter. */
const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** The length of a code that people type, such as that of the first admin: 140 bits. */
const codeCharacters = 28

const webhookPrefix = "whsec_"

/** The random bytes of the secret of a webhook, as many as its signatures have. */
const webhookSecretBytes = 32

const webhookKey = (secret: Redacted.Redacted) =>
  Buffer.from(Redacted.value(secret).slice(webhookPrefix.length), "base64")

/** The length of a code in place of that of an app: 80 bits. */
const recoveryCodeCharacters = 16

/** The random bytes of a challenge that an authenticator signs. */
const challengeBytes = 32

/** The random bytes of an app's secret, as many as SHA-1 has. */
const otpSecretBytes = 20

/** The alphabet of RFC 4648, which apps read. */
const otpBase32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const toOtpBase32 = (bytes: Buffer): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  return bits.replace(/.{5}/g, (five) => otpBase32.charAt(Number.parseInt(five, 2)))
}

const fromOtpBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (letter) => otpBase32.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from(Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2)))
}

/** RFC 4226, 5.3: 31 bits of the HMAC, at the place that its last four bits name. */
const oneTimeCode = (secret: Redacted.Redacted, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", fromOtpBase32(Redacted.value(secret)))
    .update(counter)
    .digest()
  const bits = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff
  return String(bits % 10 ** codeDigits).padStart(codeDigits, "0")
}

const randomCode = (characters: number) =>
  Array.from(randomBytes(characters), (byte) => base32.charAt(byte % 32))
    .join("")
    .replace(/.{4}(?=.)/g, "$&-")

/** In hex. Every request needs one, and this call costs a seventh of `createHash`. */
const sha256 = (text: string): string => hash("sha256", text, "hex")

const random = () => encoded(randomBytes(secretBytes), secretCharacters)

/** The last base-62 digits of the hash's first 64 bits, computed 16 bits at a time, which is exact in numbers. */
const checksum = (secret: string): string => {
  const hex = sha256(secret)
  let remainder = 0
  for (let at = 0; at < 16; at += 4)
    remainder = (remainder * 65_536 + Number.parseInt(hex.slice(at, at + 4), 16)) % checksums
  let text = ""
  for (let index = 0; index < checksumCharacters; index++) {
    text = base62.charAt(remainder % 62) + text
    remainder = Math.floor(remainder / 62)
  }
  return text
}

const base62Form = `([0-9A-Za-z]{${secretCharacters}})([0-9A-Za-z]{${checksumCharacters}})`
const prefixes = [apiKeyPrefix, sessionTokenPrefix, browserTokenPrefix]
const secretForm = new RegExp(`^(?:${prefixes.join("|")})${base62Form}$`)

/** All prefixes in one class of characters, which V8 finds five times as fast as their alternatives. */
const secretForms = new RegExp(`rd[bcs]_${base62Form}`, "g")

const isValid = ([, secret = "", sum = ""]: RegExpMatchArray): boolean => checksum(secret) === sum

const withForm = (prefix: string, secret = random()) => Redacted.make(prefix + secret + checksum(secret))

const hasForm = (text: string) => prefixes.some((prefix) => text.startsWith(prefix))

const kindOf = (text: string): CredentialKind => (text.startsWith(apiKeyPrefix) ? "apiKey" : "session")

/** Draws secrets from the system's random numbers. Look-ups are by hash, so no timing reveals a secret. */
export const layer = Layer.succeed(
  Secrets,
  Secrets.of({
    newToken: Effect.sync(() => withForm(sessionTokenPrefix)),
    newBrowserToken: Effect.sync(() => withForm(browserTokenPrefix)),
    tokenAfter: (token, salt) => {
      const mac = createHmac("sha256", salt).update(Redacted.value(token)).digest()
      return withForm(browserTokenPrefix, encoded(mac.subarray(0, secretBytes), secretCharacters))
    },
    newApiKey: Effect.sync(() => withForm(apiKeyPrefix)),
    newCode: Effect.sync(() => Redacted.make(randomCode(codeCharacters))),
    newRecoveryCode: Effect.sync(() => Redacted.make(randomCode(recoveryCodeCharacters))),
    newChallenge: Effect.sync(() => Redacted.make(randomBytes(challengeBytes).toString("base64url"))),
    newOtpSecret: Effect.sync(() => Redacted.make(toOtpBase32(randomBytes(otpSecretBytes)))),
    oneTimeCode,
    newWebhookSecret: Effect.sync(() =>
      Redacted.make(webhookPrefix + randomBytes(webhookSecretBytes).toString("base64"))
    ),
    webhookMac: (secret, text) => createHmac("sha256", webhookKey(secret)).update(text).digest("base64"),
    // Only texts of the same length can be compared in constant time, so this compares hashes.
    isSame: (one, other) => {
      const [left, right] = [one, other].map((secret) => Buffer.from(sha256(Redacted.value(secret))))
      return left !== undefined && right !== undefined && timingSafeEqual(left, right)
    },
    hashOf: (secret) => {
      const text = Redacted.value(secret)
      if (hasForm(text)) {
        const parts = secretForm.exec(text)
        if (parts === null || !isValid(parts)) return undefined
      }
      return { kind: kindOf(text), hash: sha256(text) }
    },
    kindIn: (text) => {
      for (const found of text.matchAll(secretForms)) if (isValid(found)) return kindOf(found[0])
      return undefined
    },
    mac: (secret, text) => createHmac("sha256", Redacted.value(secret)).update(text).digest("base64url"),
    digest: sha256
  })
)
