import { createHmac } from "node:crypto"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** The code that an app shows for a secret (RFC 6238), some steps of half a minute from now. */
export const codeOf = (secret: string, steps = 0): string => {
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac("sha1", key).update(counter).digest()
  const start = hash.readUInt8(hash.length - 1) & 15
  return String((hash.readUInt32BE(start) & 0x7fff_ffff) % 1_000_000).padStart(6, "0")
}

/** The secret on the page that sets the app up. */
export const secretOn = ({ text }: { readonly text: string }): string =>
  /name="secret" value="([A-Z2-7]+)"/.exec(text)?.[1] ?? ""

/** The recovery codes on the page that shows them. */
export const recoveryCodesOn = ({ text }: { readonly text: string }): ReadonlyArray<string> =>
  Array.from(
    (/id="recovery-codes">(.*?)<\/ol>/s.exec(text)?.[1] ?? "").matchAll(/<li>(.*?)<\/li>/g),
    ([, code = ""]) => code
  )
