import { BlockList, isIP } from "node:net"
import { Either, Option, Redacted } from "effect"
import type { Mailbox } from "./domain/mail/Mail.ts"

/** The forms of the values that `Config.ts` reads from the environment. */

/** Reads the value of a variable; a `Left` holds the form that it must have. */
export type Parse<A> = (text: string) => Either.Either<A, string>

export const anything: Parse<string> = (text) => Either.right(text)

/** A secret that nobody guesses. The refusal does not repeat it. */
export const secret: Parse<Redacted.Redacted> = (text) =>
  text.length < 16 ? Either.left("16 or more characters") : Either.right(Redacted.make(text))

/** A secret that a header can carry, and that nobody guesses. The refusal does not repeat it. */
export const visibleSecret: Parse<Redacted.Redacted> = (text) =>
  /^[!-~]{16,}$/.test(text)
    ? Either.right(Redacted.make(text))
    : Either.left("16 or more characters of ASCII without a space")

export const wholeNumber =
  (min: number, max: number): Parse<number> =>
  (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    return number >= min && number <= max ? Either.right(number) : Either.left(`a whole number from ${min} to ${max}`)
  }

export const word =
  <const Words extends ReadonlyArray<string>>(words: Words): Parse<Words[number]> =>
  (text) =>
    Option.match(Option.fromNullable(words.find((known) => known === text.toLowerCase())), {
      onNone: () => Either.left(`one of ${words.join(", ")}`),
      onSome: Either.right
    })

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

export const hostName: Parse<string> = (text) =>
  URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text
    ? Either.right(text)
    : Either.left("host names without ports, such as community.example, separated by commas")

export const origin: Parse<string> = (text) => {
  if (text === "*") return Either.right(text)
  return URL.canParse(text) && new URL(text).origin === text && !text.includes("*")
    ? Either.right(text)
    : Either.left("`*` or origins such as https://community.example, parted by commas")
}

export const webAddress: Parse<string> = (text) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? Either.right(text.replace(/\/+$/, ""))
    : Either.left("an http or https URL")

/** The URL of a feed. The refusal does not repeat it, since it may hold a password. */
export const feedUrl: Parse<Redacted.Redacted> = (text) =>
  !/\s/.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    ? Either.right(Redacted.make(new URL(text).href))
    : Either.left("http or https URLs of feeds, parted by commas")

export const postgresUrl: Parse<Redacted.Redacted> = (text) =>
  URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
    ? Either.right(Redacted.make(text))
    : Either.left("a URL such as postgres://user:password@host:5432/database")

/** A user, password and database are optional. Options in its query are refused. */
export const redisUrl: Parse<Redacted.Redacted> = (text) =>
  /^rediss?:\/\/(?:[^\s/?#@]*@)?(?:[^\s/?#@:[\]]+|\[[\da-f:.]+\])(?::\d+)?(?:\/\d*)?$/i.test(text) &&
  URL.canParse(text) &&
  Option.isSome(Option.liftThrowable(decodeURIComponent)(text))
    ? Either.right(Redacted.make(text))
    : Either.left("a URL such as redis://user:password@host:6379/0, or rediss:// for TLS")

/** A user and password are optional. `tls=off` is its only option. */
export const smtpUrl: Parse<Redacted.Redacted> = (text) =>
  /^smtps?:\/\/(?:[^\s/?#@]*@)?(?:[^\s/?#@:[\]]+|\[[\da-f:.]+\])(?::\d+)?\/?(?:\?tls=off)?$/i.test(text) &&
  URL.canParse(text) &&
  Option.isSome(Option.liftThrowable(decodeURIComponent)(text))
    ? Either.right(Redacted.make(text))
    : Either.left("a URL such as smtp://user:password@host:587, or smtps://host:465")

export const mailbox: Parse<Mailbox> = (text) => {
  const [, name = "", inner] = /^([^<>\p{C}]*)<([^<>]*)>$/u.exec(text) ?? []
  const address = inner ?? text
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[\p{L}\p{N}.-]+$/u.test(address)
    ? Either.right({ name: name.trim(), address })
    : Either.left("an address such as community@example.org, or Community <community@example.org>")
}

/** A set of addresses and networks. */
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

/** Pairs of headers. The refusal does not repeat them. */
export const headerPairs: Parse<Redacted.Redacted> = (text) =>
  text.split(",").every((pair) => /^\s*[\w-]+=([!-$&-~]|%[0-7][\dA-Fa-f])+\s*$/.test(pair))
    ? Either.right(Redacted.make(text))
    : Either.left("pairs such as authorization=Bearer%20abc, parted by commas")

export const share: Parse<number> = (text) =>
  /^(0(\.\d+)?|1(\.0+)?)$/.test(text) ? Either.right(Number(text)) : Either.left("a number from 0 to 1, such as 0.1")

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
