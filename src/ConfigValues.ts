import { BlockList, isIP } from "node:net"
import { Either, Option, Redacted } from "effect"

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
