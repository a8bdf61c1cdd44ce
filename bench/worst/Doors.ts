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

/** Every way by which a member or a stranger gives a text to be read, with each kind of hostile text of the largest size. */
export const doors = ({ cookie, thread, token }: Community): ReadonlyArray<Candidate> => {
  const browser = { "sec-fetch-site": "same-origin", cookie }
  const requests: ReadonlyArray<readonly [kind: string, size: number, of: (text: string, number: number) => Request]> =
    [
      [
        "a post",
        sizes.content,
        (content, number) => ({
          method: "POST",
          path: "/api/posts",
          token,
          body: { title: `bench ${number}`, content }
        })
      ],
      [
        "form of a post",
        sizes.content,
        (content, number) => ({
          method: "POST",
          path: "/posts/new",
          headers: browser,
          text: formOf({ title: `bench ${number}`, content, category: "topic" })
        })
      ],
      [
        "a reply",
        sizes.comment,
        (content) => ({ method: "POST", path: `/api/posts/${thread}/comments`, token, body: { content } })
      ],
      [
        "form of a reply",
        sizes.comment,
        (content) => ({ method: "POST", path: `/posts/${thread}`, headers: browser, text: formOf({ content }) })
      ],
      [
        "page of signs",
        sizes.symptoms,
        (text, number) => ({ method: "GET", path: `/diseases?symptoms=${encodeURIComponent(text)}&bench=${number}` })
      ],
      [
        "search of posts",
        sizes.search,
        (text, number) => ({
          method: "GET",
          path: `/api/posts?limit=100&search=${encodeURIComponent(`${text} zqvxw${number}`)}`
        })
      ]
    ]
  const unspaced = candidate(
    "doors: search of posts",
    "words of 50 long posts without spaces, and one that none has",
    (number) => ({
      method: "GET",
      path: `/api/posts?limit=100&search=${encodeURIComponent(`${unspacedWords.repeat(20).slice(0, 480)} zqvxw${number}`)}`
    }),
    doorBound
  )
  return [
    unspaced,
    ...requests.flatMap(([kind, size, of]) =>
      texts.map(([name, text]) =>
        candidate(`doors: ${kind}`, name, (number) => of(text(size - 20, number).trim() || "a", number), doorBound)
      )
    )
  ]
}
