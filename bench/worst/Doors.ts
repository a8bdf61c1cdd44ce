import { hostile } from "../../test/readers/Corpus.ts"
import type { Request } from "../driver/Connection.ts"
import { type Candidate, candidate } from "./Candidates.ts"
import { type Community, unspacedWords } from "./Community.ts"

/** The most processor time that a hostile text may cost, in milliseconds. */
const doorBound = 150

/** Sizes of texts that requests let in, in characters. */
const sizes = { content: 20_000, comment: 5_000, symptoms: 2_000, search: 500 } as const

/** What held a server longest, beside the kinds of texts that readers are tested with. */
const units = [
  "a,",
  "a;",
  "a.",
  "no,",
  "我a 们b,",
  "[](",
  "[",
  "[@a](/members/1) ",
  "a@b.c ",
  "http://a.b ",
  "ﬃﷺ",
  "*a_"
]

const texts: ReadonlyArray<readonly [name: string, of: (length: number, number: number) => string]> = [
  ...units.map((unit) => [JSON.stringify(unit), (length: number) => unit.repeat(length / unit.length)] as const),
  ...Object.entries(hostile)
]

const formOf = (values: Readonly<Record<string, string>>): NonNullable<Request["text"]> => [
  "application/x-www-form-urlencoded",
  new URLSearchParams(values).toString()
]

/** A request with a text, another one for each number. */
type Door = readonly [kind: string, size: number, of: (text: string, number: number) => Request]

const writes = ({ cookie, thread, token }: Community): ReadonlyArray<Door> => {
  const headers = { "sec-fetch-site": "same-origin", cookie }
  const send = (path: string, body: unknown): Request => ({ method: "POST", path, token, body })
  const submit = (path: string, values: Readonly<Record<string, string>>): Request => ({
    method: "POST",
    path,
    headers,
    text: formOf(values)
  })
  const titled = (content: string, number: number) => ({ title: `bench ${number}`, content, category: "topic" })
  return [
    ["a post", sizes.content, (content, number) => send("/api/posts", titled(content, number))],
    ["form of a post", sizes.content, (content, number) => submit("/posts/new", titled(content, number))],
    ["a reply", sizes.comment, (content) => send(`/api/posts/${thread}/comments`, { content })],
    ["form of a reply", sizes.comment, (content) => submit(`/posts/${thread}/comments`, { content })]
  ]
}

const got = (path: string): Request => ({ method: "GET", path })

const searchFor = (text: string, number: number) =>
  got(`/api/posts?limit=100&search=${encodeURIComponent(`${text} zqvxw${number}`)}`)

const reads: ReadonlyArray<Door> = [
  [
    "page of signs",
    sizes.symptoms,
    (text, number) => got(`/diseases?symptoms=${encodeURIComponent(text)}&bench=${number}`)
  ],
  ["search of posts", sizes.search, searchFor]
]

/** Every way by which a member or a stranger gives a text to be read, with each kind of hostile text of the largest size. */
export const doors = (community: Community): ReadonlyArray<Candidate> => {
  const doorOf = (kind: string, name: string, requestOf: (number: number) => Request) =>
    candidate(`doors: ${kind}`, name, requestOf, doorBound)
  return [
    ...Object.entries(unspacedWords).map(([language, words]) =>
      doorOf("search of posts", `words of 100 long posts in ${language}, and one that none has`, (number) =>
        searchFor(words.repeat(20).slice(0, 480), number)
      )
    ),
    ...[...writes(community), ...reads].flatMap(([kind, size, of]) =>
      texts.map(([name, text]) => doorOf(kind, name, (number) => of(text(size - 20, number).trim() || "a", number)))
    )
  ]
}
