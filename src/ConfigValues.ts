import { BlockList, isIP } from "node:net"
import { Either, Option, Redacted } from "effect"
import type { Mailbox } from "./domain/mail/Mail.ts"

/** The forms of the values that `Config.ts` reads from the environment. */

/** Reads the value of a variable; a `Left` holds the form that it must have. */
export type Parse<A> = (text: string) => Either.Either<A, string>

/** Reads what `value` gives of a text; a text that is not of the `expected` form gives undefined. */
const form =
  <A>(expected: string, value: (text: string) => A | undefined): Parse<A> =>
  (text) =>
    Either.fromNullable(value(text), () => expected)

/** A text of this pattern that `Redacted` keeps out of logs. A refusal never repeats it. */
const redacted = (expected: string, pattern: RegExp, isValid: (text: string) => boolean = () => true) =>
  form(expected, (text) => (pattern.test(text) && isValid(text) ? Redacted.make(text) : undefined))

const isDecodable = (text: string) =>
  URL.canParse(text) && Option.isSome(Option.liftThrowable(decodeURIComponent)(text))

export const anything: Parse<string> = (text) => Either.right(text)

/** A secret that nobody guesses. */
export const secret = redacted("16 or more characters", /^.{16,}$/s)

/** A secret that another server has given. */
export const credential = redacted("a text", /./s)

/** The private key of a pair on the curve P-256. */
export const vapidKey = redacted("32 bytes in base64url", /^[\w-]{42}[AEIMQUYcgkosw048]$/)

/** A secret that a header can carry, and that nobody guesses. */
export const visibleSecret = redacted("16 or more characters of ASCII without a space", /^[!-~]{16,}$/)

export const wholeNumber = (min: number, max: number) =>
  form(`a whole number from ${min} to ${max}`, (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return number >= min && number <= max ? number : undefined
  })

export const word = <const Words extends ReadonlyArray<string>>(words: Words): Parse<Words[number]> =>
  form(`one of ${words.join(", ")}`, (text) => words.find((known) => known === text.toLowerCase()))

export const list =
  <A>(parse: Parse<A>): Parse<ReadonlyArray<A>> =>
  (text) =>
    Either.all(
      text
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .map(parse)
    )

export const hostName = form("host names without ports, such as community.example, separated by commas", (text) =>
  URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text ? text : undefined
)

export const origin = form("`*` or origins such as https://community.example, parted by commas", (text) => {
  const isOrigin = URL.canParse(text) && new URL(text).origin === text && !text.includes("*")
  return text === "*" || isOrigin ? text : undefined
})

const isOf = (protocol: RegExp, text: string) => URL.canParse(text) && protocol.test(new URL(text).protocol)

export const webAddress = form("an http or https URL", (text) =>
  isOf(/^https?:$/, text) ? text.replace(/\/+$/, "") : undefined
)

/** Only an origin: the server answers at its root. A credential in it would stand in links. */
export const siteAddress = form(
  "an http or https URL of a host alone, such as https://community.example: no path, query or password",
  (text) => {
    if (!isOf(/^https?:$/, text)) return undefined
    const { href, origin } = new URL(text)
    return href === `${origin}/` ? origin : undefined
  }
)

/** The URL of a feed. The refusal does not repeat it, since it may hold a password. */
export const feedUrl = form("http or https URLs of feeds, parted by commas", (text) =>
  !/\s/.test(text) && isOf(/^https?:$/, text) ? Redacted.make(new URL(text).href) : undefined
)

export const postgresUrl = form("a URL such as postgres://user:password@host:5432/database", (text) =>
  isOf(/^postgres(ql)?:$/, text) ? Redacted.make(text) : undefined
)

/** A user, password and database are optional. Options in its query are refused. */
export const redisUrl = redacted(
  "a URL such as redis://user:password@host:6379/0, or rediss:// for TLS",
  /^rediss?:\/\/(?:[^\s/?#@]*@)?(?:[^\s/?#@:[\]]+|\[[\da-f:.]+\])(?::\d+)?(?:\/\d*)?$/i,
  isDecodable
)

/** A user and password are optional. `tls=off` is its only option. */
export const smtpUrl = redacted(
  "a URL such as smtp://user:password@host:587, or smtps://host:465",
  /^smtps?:\/\/(?:[^\s/?#@]*@)?(?:[^\s/?#@:[\]]+|\[[\da-f:.]+\])(?::\d+)?\/?(?:\?tls=off)?$/i,
  isDecodable
)

export const mailbox: Parse<Mailbox> = (text) => {
  const [, name = "", inner] = /^([^<>\p{C}]*)<([^<>]*)>$/u.exec(text) ?? []
  const address = inner ?? text
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[\p{L}\p{N}.-]+$/u.test(address)
    ? Either.right({ name: name.trim(), address })
    : Either.left("an address such as community@example.org, or Community <community@example.org>")
}

/** Where people reach somebody: a link, and the words of it. */
export interface Contact {
  readonly href: string
  readonly label: string
}

export const contact = form("an email address, or an http or https URL", (text): Contact | undefined => {
  if (/^[\w.+-]+@[\p{L}\p{N}.-]+$/u.test(text)) return { href: `mailto:${text}`, label: text }
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? { href: text, label: new URL(text).host } : undefined
})

export const networks: Parse<BlockList> = (text) => {
  const expected = "IP addresses or networks such as 10.0.0.0/8, parted by commas"
  const blocks = new BlockList()
  for (const part of text.split(",").map((entry) => entry.trim())) {
    const [address = "", prefix] = part.split("/")
    const family = isIP(address)
    const bits = family === 4 ? 32 : 128
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (family === 0 || !(Number.isInteger(length) && length >= 0 && length <= bits)) return Either.left(expected)
    blocks.addSubnet(address, length, family === 4 ? "ipv4" : "ipv6")
  }
  return Either.right(blocks)
}

export const headerPairs = redacted("pairs such as authorization=Bearer%20abc, parted by commas", /./, (text) =>
  text.split(",").every((pair) => /^\s*[\w-]+=([!-$&-~]|%[0-7][\dA-Fa-f])+\s*$/.test(pair))
)

export const share = form("a number from 0 to 1, such as 0.1", (text) =>
  /^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? Number(text) : undefined
)

/** The luminance of a colour (WCAG 2.2). */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A colour that can be read on paper, and white on it: their contrast is 5 or more. */
export const darkColour: Parse<string> = (text) =>
  /^#[0-9a-f]{6}$/i.test(text) && 1.05 / (luminanceOf(text) + 0.05) >= 5
    ? Either.right(text.toLowerCase())
    : Either.left("a dark colour such as #17645f, whose contrast to white is 5 or more")
