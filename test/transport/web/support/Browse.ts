import { ConfigProvider, Effect, Layer, Redacted } from "effect"
import { Brand } from "../../../../src/transport/web/Brand.ts"
import type { Member } from "../../../support/Given.ts"
import { languages } from "../../../support/languages/Said.ts"
import { type Answer, ask } from "../../../support/Raw.ts"

/** The files of pages where the operator has configured no brand. */
export const { assets } = await Brand.pipe(
  Effect.provide(Layer.provide(Brand.layer, languages)),
  Effect.withConfigProvider(ConfigProvider.fromMap(new Map())),
  Effect.runPromise
)

interface Options {
  readonly cookie?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

const headersOf = ({ cookie, headers = {} }: Options) => ({
  ...browser,
  ...(cookie === undefined ? {} : { cookie }),
  ...headers
})

/** Opens a page as a browser does; a redirect is an answer. */
export const open = (path: string, options: Options = {}) => ask("GET", path, { headers: headersOf(options) })

/** Sends a form of a page of this site. */
export const submit = (
  path: string,
  values: Readonly<Record<string, string | ReadonlyArray<string>>>,
  options: Options = {}
) => {
  const pairs = Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }
  return ask("POST", path, {
    body: String(new URLSearchParams(pairs)),
    headers: { ...form, ...headersOf(options) }
  })
}

/** The cookies that an answer sets, as a browser sends them. */
export const cookiesOf = ({ headers }: Answer): ReadonlyArray<string> =>
  (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0] ?? "")

/** The first of them. */
export const cookieOf = (answer: Answer): string => cookiesOf(answer)[0] ?? ""

/** The page that an answer leads to, through every redirect, as a browser follows them with its cookie. */
export const arrive = (answer: Answer, cookie?: string): ReturnType<typeof open> => {
  if (answer.status !== 303) return Effect.succeed(answer)
  const kept = answer.headers["set-cookie"] === undefined ? cookie : cookieOf(answer)
  const [path = ""] = String(answer.headers.location).split("#", 1)
  return Effect.flatMap(open(path, { cookie: kept }), (next) => arrive(next, kept))
}

/** The id of the element that a redirect leads to. */
export const anchorOf = ({ headers }: Answer): string | undefined => String(headers.location).split("#")[1]

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" }

/** A text as the reader sees it. */
export const seen = (html: string): string => html.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? "")

/** The text of a part of a page, without its tags. */
export const textOf = (html: string, from: string, to: string) => {
  const part = html.slice(html.indexOf(from))
  return seen(part.slice(0, part.indexOf(to)).replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ")
}

/** The cookie of a session that began without a form. */
export const cookieFor = ({ token }: Pick<Member, "token">) => `session=${Redacted.value(token)}`

/** The sentence of the API for a refused form, which programs read. */
export const alertOf = ({ text }: Answer): string =>
  seen(/role="alert"[^>]*>.*?<p lang="en" hidden>(.*?)<\/p>/s.exec(text)?.[1] ?? "")

/** The names of the fields that a form marks. */
export const invalidIn = ({ text }: Answer) =>
  Array.from(text.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"[^>]*aria-invalid="true"/g), ([, name]) => name)

let last = 0

/** Joins by the form: who they are, the answer, and the cookie of their session. */
export const joinByForm = (given: Readonly<Record<string, string>> = {}, language = "en") => {
  const username = `reader${++last}_${process.pid}`
  const values = {
    username,
    email: `${username}@example.org`,
    password: "correct horse battery",
    role: "user",
    ...given
  }
  const headers = { "accept-language": language }
  return Effect.map(submit("/register", values, { headers }), (answer) => ({
    username,
    values,
    answer,
    cookie: cookieOf(answer)
  }))
}

/** Publishes a post by the form, and gives its path. */
export const publishByForm = (cookie: string, given: Readonly<Record<string, string>> = {}) =>
  Effect.map(
    submit("/posts/new", { title: "A question", content: "Who knows?", category: "question", ...given }, { cookie }),
    ({ headers }) => String(headers.location).replace(/\?done=published$/, "")
  )
