import { BadRequest } from "../../api/WireErrors.ts"

/** The path of a request's target, without its query. */
export const pathnameOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ""

const absoluteForm = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#@]*)/i

/** Splits the target of a request (RFC 9112, 3.2) into the host of an absolute form, without a user, and the rest. */
export const parseTarget = (url: string): { readonly host: string | undefined; readonly target: string } => {
  const [prefix = "", host] = url.startsWith("/") ? [] : (absoluteForm.exec(url) ?? [])
  return { host, target: url.slice(prefix.length) }
}

/** The parameters of a query or a form by their names; a list of values where one was sent several times. */
export type Query = Readonly<Record<string, string | ReadonlyArray<string>>>

export interface ParsedQuery {
  /** It inherits no member, so that `constructor` and `__proto__` are names like all others. */
  readonly query: Query
  /** True for a text with more parameters than may be sent; `query` has the first ones only. */
  readonly isCut: boolean
}

/** The length of the first `max` parameters of a text. Empty ones count nothing. */
const lengthOfFirst = (text: string, max: number): number => {
  let count = 0
  let from = text.startsWith("?") ? 1 : 0
  while (from < text.length) {
    const ampersand = text.indexOf("&", from)
    const end = ampersand === -1 ? text.length : ampersand
    if (end > from && ++count > max) return from
    from = end + 1
  }
  return text.length
}

/**
 * Parses the first `max` parameters of a query or a form. They are counted first, so that nobody sends a costly one.
 */
const parse = (text: string, max: number): ParsedQuery => {
  const length = lengthOfFirst(text, max)
  const query: Record<string, string | Array<string>> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text.slice(0, length))) {
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (typeof before === "string") query[name] = [before, value]
    else before.push(value)
  }
  return { query, isCut: length < text.length }
}

/** The maximum number of parameters of a URL's query (contract, Conventions). */
const maxParameters = 100

/** The maximum number of fields of a form. */
const maxFields = 2_000

export const tooManyParameters = new BadRequest({ message: `the query has more than ${maxParameters} parameters` })
export const tooManyFields = new BadRequest({
  message: `the form has more than ${maxFields.toLocaleString("en")} fields`
})

export const parseQuery = (search: string): ParsedQuery => parse(search, maxParameters)

export const parseForm = (body: string): ParsedQuery => parse(body, maxFields)

/** The maximum number of unknown parameters that the header of a response names. */
const maxNames = 10

/** The maximum number of characters of each unknown parameter that the header of a response names. */
const maxNameCharacters = 64

/** A name as a token (RFC 9110, 5.6.2), with all other characters percent-encoded. */
const tokenOf = (name: string) =>
  encodeURIComponent(name)
    .replace(/[()]/g, (bracket) => `%${bracket.charCodeAt(0).toString(16)}`)
    .slice(0, maxNameCharacters)
    .replace(/%[\dA-F]?$/, "")

/**
 * The value of `X-Unknown-Parameters`: the parameters that an endpoint lacks, after those found `before`; undefined for
 * none. It lists names only: a value may be a credential that was sent to the wrong endpoint.
 */
export const unknownNames = (names: Iterable<string>, before?: string): string | undefined => {
  const unknown = new Set(before?.split(", "))
  for (const name of names) {
    if (unknown.size === maxNames) break
    if (name !== "") unknown.add(tokenOf(name))
  }
  return unknown.size === 0 ? undefined : Array.from(unknown).join(", ")
}

/** `unknownNames` of the parameters of a query. */
export const unknownParameters = (known: ReadonlySet<string>, sent: ReadonlyArray<string>): string | undefined =>
  sent.every((name) => known.has(name)) ? undefined : unknownNames(sent.filter((name) => !known.has(name)))
