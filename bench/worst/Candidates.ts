import { bytesOf, type Request } from "../driver/Connection.ts"
import { Random } from "../driver/Random.ts"
import { type Community, commonWord, size } from "./Community.ts"
import { commonPhenotypes, descriptions, nameWords, searches } from "./Searches.ts"

/** A request that may be the worst of its kind. */
export interface Candidate {
  readonly kind: string
  readonly name: string
  /** The maximum number of processor time that it may take, in milliseconds. */
  readonly bound: number
  /** True where a password is hashed, in a thread: the bound is for the main thread then. */
  readonly isHashed: boolean
  /** The request, another one for each number, so that no cache answers it. */
  readonly bytes: (number: number) => Buffer
}

/** The most that a request may cost, and a search by signs, in milliseconds. */
const [bound, signBound] = [50, 100]

const encodings = ["identity", "br", "gzip"] as const

export const candidate = (
  kind: string,
  name: string,
  requestOf: (number: number) => Request,
  most = bound
): Candidate => ({
  kind,
  name,
  bound: most,
  isHashed: false,
  bytes: (number) => bytesOf(requestOf(number))
})

/** A GET in each content coding. A parameter that nobody knows makes it new to caches by URL. */
const got = (kind: string, name: string, pathOf: (number: number) => string, most?: number): ReadonlyArray<Candidate> =>
  encodings.map((coding) =>
    candidate(
      kind,
      coding === "identity" ? name : `${name}, ${coding}`,
      (number) => {
        const path = pathOf(number)
        return {
          method: "GET",
          path: `${path}${path.includes("?") ? "&" : "?"}bench=${coding}${number}`,
          headers: { "accept-encoding": coding, accept: path.startsWith("/api") ? "*/*" : "text/html" }
        }
      },
      most
    )
  )

/** The same, only in the plain coding: where the response is small. */
const small = (kind: string, name: string, pathOf: (number: number) => string, most?: number) =>
  got(kind, name, pathOf, most).slice(0, 1)

const posted = (kind: string, name: string, path: string, bodyOf: (number: number) => unknown): Candidate =>
  candidate(kind, name, (number) => ({ method: "POST", path, body: bodyOf(number) }))

const encoded = (text: string) => encodeURIComponent(text)

const bodyBytes = 250_000

const wide = (members: number) => Object.fromEntries(Array.from({ length: members }, (_, at) => [`m${at}`, at]))

/** Bodies as large as a request may have, and texts of every kind that folding, normalising and patterns may meet. */
const bodies: ReadonlyArray<readonly [name: string, of: (number: number) => Record<string, unknown>]> = [
  ...(
    [
      "a",
      "a ",
      "a\u0301",
      "\u0301",
      "\u0301\u0323",
      "\u0f73",
      "ﷺ",
      "가",
      "Ꭰ",
      "𝔘",
      "\u200b",
      " ",
      "\u0378",
      "<",
      "\u202e",
      "ά",
      "ff",
      "ÅΩ",
      "😀",
      "0",
      "a@",
      ".",
      "-"
    ] as const
  ).map(
    (letter) =>
      [
        `of ${JSON.stringify(letter)}`,
        (number: number) => ({ text: letter.repeat(Math.floor(bodyBytes / Buffer.byteLength(letter))) + number })
      ] as const
  ),
  ["a wide object", (number) => ({ ...wide(20_000), text: `a${number}` })],
  ["lists of 1", (number) => ({ text: Array.from({ length: 100_000 }, () => number) })]
]

const account = { username: "a", email: "a@example.org", password: "a long password" }

const formFields = ["username", "email", "password", "bio"] as const

const accounts = (): ReadonlyArray<Candidate> => {
  const hashed = (one: Candidate): Candidate => ({ ...one, isHashed: true })
  const refused = bodies.flatMap(([name, of]) =>
    formFields.flatMap((field) =>
      (["register", "login"] as const).map((way) =>
        posted(way, `${field} ${name}`, `/api/auth/${way}`, (number) => {
          const { text, ...rest } = of(number)
          return { ...account, email: `no${number}@example.org`, ...rest, [field]: text }
        })
      )
    )
  )
  const accepted = [
    posted("login", "an unknown email", "/api/auth/login", (number) => ({
      ...account,
      email: `no${number}@example.org`
    })),
    posted("login", "a password of 256 characters", "/api/auth/login", () => ({
      ...account,
      password: "😀".repeat(256)
    }))
  ]
  const forms = bodies.slice(0, 13).flatMap(([name, of]) =>
    (["/register", "/sign-in", "/forgot-password", "/reset-password"] as const).map((path) =>
      candidate("forms of accounts", `${path}, username ${name}`, (number) => ({
        method: "POST",
        path,
        text: [
          "application/x-www-form-urlencoded",
          new URLSearchParams({ ...account, username: String(of(number)["text"]).slice(0, 40_000) }).toString()
        ],
        headers: { "sec-fetch-site": "same-origin" }
      }))
    )
  )
  const others = bodies.flatMap(([name, of]) => [
    posted("other accounts", `forgot ${name}`, "/api/auth/password/forgot", (number) => {
      const { text, ...rest } = of(number)
      return { email: text, ...rest }
    }),
    posted("other accounts", `reset ${name}`, "/api/auth/password/reset", (number) => {
      const { text, ...rest } = of(number)
      return { token: text, password: text, ...rest }
    }),
    posted("MCP", name, "/api/mcp", (number) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: of(number) }))
  ])
  const depth = bodyBytes / 2 - 50
  const deep = ["/api/auth/register", "/api/auth/login", "/api/auth/password/forgot", "/api/mcp"].map((path) =>
    candidate("other accounts", `${path}, a deep array`, (number) => ({
      method: "POST",
      path,
      text: ["application/json", `{"number":${number},"deep":${"[".repeat(depth)}${"]".repeat(depth)}}`]
    }))
  )
  return [...deep, ...[...refused, ...accepted].map(hashed), ...forms, ...others]
}

const lists = ({ longest, thread }: Community): ReadonlyArray<Candidate> => {
  const sorts = ["date", "views", "replies", "relevance"]
  const filters = ["", "category=topic", "diseaseId=1&includeDescendants=true", "authorId=1", "authorKind=human"]
  return [
    ...filters.flatMap((filter) =>
      sorts
        .slice(0, 3)
        .flatMap((sort) =>
          got("posts", `limit=100 ${sort} ${filter}`, () => `/api/posts?limit=100&sort=${sort}&${filter}`)
        )
    ),
    ...got("posts", "page 1,000,000", (number) => `/api/posts?limit=100&page=${1_000_000 + number}`),
    ...got("a post", "the longest", () => `/api/posts/${longest}`),
    ...got("a post", "with a long thread", () => `/api/posts/${thread}`),
    ...got("comments", "first page", () => `/api/posts/${thread}/comments?limit=100`),
    ...got("comments", "last page", () => `/api/posts/${thread}/comments?limit=100&page=${size.comments / 100}`),
    ...got(
      "comments",
      "page of long ones",
      () => `/api/posts/${thread}/comments?limit=100&page=${size.comments / 100 - 1}`
    ),
    ...got("news", "limit=100", () => "/api/news?limit=100"),
    ...got("news", "a search", (number) => `/api/news?limit=100&search=${encoded(`a ${number}`)}`),
    ...got("diseases", "limit=100", () => "/api/diseases?limit=100&categories=true&lang=fr"),
    ...got("diseases", "the last page", () => "/api/diseases?limit=100&page=185&lang=de"),
    ...got("diseases", "of a category", (number) => `/api/diseases?limit=100&category=${1 + (number % 20)}&page=3`),
    ...["ORPHA:558", "ORPHA:98473", "ORPHA:93419", "139"].flatMap((id) =>
      got("a disease", id, () => `/api/diseases/${id}`)
    ),
    ...got("phenotypes", "limit=100", () => "/api/phenotypes?limit=100"),
    ...["HP:0000118", "HP:0001250", "HP:0000001"].flatMap((id) =>
      got("a phenotype", id, () => `/api/phenotypes/${id}`)
    ),
    ...got("feeds", "posts", () => "/feeds/posts.xml"),
    ...got("feeds", "of a long thread", () => `/feeds/posts/${thread}.xml`),
    ...got("feeds", "news", () => "/feeds/news.xml")
  ]
}

const pages = ({ longest, thread }: Community): ReadonlyArray<Candidate> => [
  ...[
    "/",
    "/diseases",
    "/posts",
    "/news",
    "/statistics",
    "/help",
    "/terms",
    "/privacy",
    "/sign-in",
    "/register"
  ].flatMap((path) => got(`pages`, path, () => path)),
  ...got("pages", "a long post", () => `/posts/${longest}`),
  ...got("pages", "a thread", () => `/posts/${thread}`),
  ...got("pages", "a thread, deep", () => `/posts/${thread}?page=${size.comments / 100}`),
  ...["139", "1", "ORPHA:98473"].flatMap((id) => got("pages", `disease ${id}`, () => `/diseases/${id}?lang=de`)),
  ...got("pages", "posts that are searched", (number) => `/posts?search=${commonWord}+${nameWords[number]}`),
  ...got("pages", "an unknown path", (number) => `/${"a/".repeat(3_000)}${number}`),
  ...got("sitemap", "", () => "/sitemap.xml")
]

const documents = (): ReadonlyArray<Candidate> =>
  ["/api/openapi.json", "/docs", "/robots.txt", "/llms.txt", "/skill.md", "/api/stats", "/health", "/ready"].flatMap(
    (path) => got("documents", path, () => path)
  )

const searchesOf = (): ReadonlyArray<Candidate> =>
  searches.flatMap(([name, of]) => [
    ...small("search of diseases", name, (number) => `/api/diseases?limit=100&lang=fr&search=${encoded(of(number))}`),
    ...small("search of diseases", `page, ${name}`, (number) => `/diseases?search=${encoded(of(number))}`),
    ...small("search of phenotypes", name, (number) => `/api/phenotypes?limit=100&search=${encoded(of(number))}`),
    ...small("search of posts", name, (number) => `/api/posts?limit=100&search=${encoded(of(number))}`),
    ...small(
      "search of posts",
      `by date, ${name}`,
      (number) => `/api/posts?limit=100&sort=date&search=${encoded(of(number))}`
    ),
    ...small("search of news", name, (number) => `/api/news?limit=100&search=${encoded(of(number))}`)
  ])

const signSearches = (): ReadonlyArray<Candidate> => {
  const random = new Random(3)
  const some = (from: ReadonlyArray<string>, count: number) => Array.from(random.shuffled(from).slice(0, count)).join()
  const kinds: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["at random", commonPhenotypes],
    ["common", commonPhenotypes.slice(0, 150)]
  ]
  return [
    ...kinds.flatMap(([name, from]) =>
      [`/api/diseases?limit=100`, `/diseases?`].flatMap((path) => [
        ...small("signs", `50 ${name} ${path}`, () => `${path}&phenotypes=${some(from, 50)}`, signBound),
        ...got(
          "signs",
          `50 ${name} with 50 excluded ${path}`,
          () => `${path}&phenotypes=${some(from, 50)}&excluded=${some(from, 50)}`,
          signBound
        ),
        ...small(
          "signs",
          `the same in a category ${path}`,
          () => `${path}&category=3&phenotypes=${some(from, 50)}&excluded=${some(from, 50)}`,
          signBound
        )
      ])
    ),
    ...descriptions.flatMap(([name, of]) => [
      ...small("symptoms", name, (number) => `/api/diseases?limit=100&symptoms=${encoded(of(number))}`, signBound),
      ...small("symptoms", `page, ${name}`, (number) => `/diseases?symptoms=${encoded(of(number))}`, signBound)
    ])
  ]
}

/** The worst requests of each kind. */
export const candidatesFor = (community: Community): ReadonlyArray<Candidate> => [
  ...accounts(),
  ...lists(community),
  ...pages(community),
  ...documents(),
  ...searchesOf(),
  ...signSearches()
]
