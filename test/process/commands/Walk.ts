import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { Effect, Option, type Redacted, Redacted as Secret } from "effect"
import { at, listAt } from "../../support/Wire.ts"

/** Who asks: a name, and an API key, since sessions are in no backup; nobody signed in without one. */
export interface Reader {
  readonly name: string
  readonly key: Option.Option<Redacted.Redacted>
}

/** The endpoints that are not compared, each with the reason. */
export const notCompared: ReadonlyMap<string, string> = new Map([
  ["/api/auth/sessions", "sessions are in no backup"],
  ["/api/auth/passkeys", "API keys may not read them"],
  ["/api/auth/passkeys/{id}", "API keys may not read them"],
  ["/api/auth/second-factor", "API keys may not read it"],
  ["/api/push", "devices are in no backup, as sessions"],
  ["/api/notifications/stream", "a stream never ends; it sends what /api/notifications lists"],
  ["/api/mcp", "a stream of the protocol"],
  ["/api/posts/{id}/translation", "the server translates nothing"],
  ["/api/comments/{id}/translation", "the server translates nothing"],
  ["/api/comments/{id}/revisions", "the revisions of posts are in the same table"],
  ["/api/comments/{id}", "the list of the thread has the same records"],
  ["/api/reports/{id}", "the list has the same records"],
  ["/api/community", "a row of settings, which tests of the backup compare"],
  ["/api/news/feeds", "the same row"],
  ["/api/webhooks", "a table that tests of the backup compare"],
  ["/api/decisions/{id}", "the list has the same records"],
  ["/api/moderation/queue", "it counts the reports and appeals of the lists"],
  ["/api/moderation/health", "the last backup is not in itself"],
  ["/api/phenotypes", "the files of the program hold them"],
  ["/api/phenotypes/{id}", "the files of the program hold them"],
  ...["/health", "/ready", "/metrics"].map((path) => [path, "about the process"] as const),
  ...[
    "/api/openapi.json",
    "/docs",
    "/",
    "/.well-known/ai-catalog.json",
    "/api/mcp/server-card",
    "/llms.txt",
    "/skill.md"
  ].map((path) => [path, "a document of the program, with its address"] as const)
])

/** What differs after a restore: the time of the answer, the last use of a key, which this walk is, and sessions, which end. */
const withoutChanging = (text: string) =>
  text
    .replace(/"generatedAt":"[^"]*"/g, '"generatedAt":…')
    .replace(/"lastUsedAt":(?:"[^"]*"|null)/g, '"lastUsedAt":…')
    .replace(/"signInsFromAddresses":\[[^\]]*\]/g, '"signInsFromAddresses":…')
    .replace(/^\{"type":"session",.*\n/gm, "")

/** Status and body of a GET, byte for byte except for `withoutChanging`. */
const answerOf = (url: string, path: string, { key }: Reader) =>
  Effect.gen(function* () {
    const bare = HttpClientRequest.get(`${url}${path}`)
    const request = Option.match(key, {
      onNone: () => bare,
      onSome: (key) => HttpClientRequest.setHeader(bare, "authorization", `ApiKey ${Secret.value(key)}`)
    })
    const response = yield* HttpClient.execute(request)
    return `${response.status} ${withoutChanging(yield* response.text)}`
  }).pipe(Effect.provide(FetchHttpClient.layer))

const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(4).replace(/":…/g, '":0'))

const idsIn = (answers: ReadonlyMap<string, string>, path: string): ReadonlyArray<number> => {
  const found = Array.from(answers, ([name, answer]) =>
    new RegExp(`^\\S+ ${path}\\?`).test(name) && answer.startsWith("200")
      ? listAt(bodyOf(answer), "data").map((item) => Number(at(item, "id")))
      : []
  )
  return Array.from(new Set(found.flat())).sort((one, other) => one - other)
}

const words = ["zebra", "waiting", '"six years"', "marf*", "syndrome -zebra", "遺伝", "ehlers", "specialst", "никто"]

const searches = words.map((word) => `search=${encodeURIComponent(word)}`)

/** The filters and orders of each list. */
const lists: Readonly<Record<string, ReadonlyArray<string>>> = {
  "/api/posts": [
    ...["date", "views", "replies"].flatMap((sort) =>
      ["", "&category=question", "&authorKind=agent", "&authorId=2", "&diseaseId=100"].map(
        (filter) => `sort=${sort}${filter}`
      )
    ),
    ...searches,
    ...searches.map((search) => `${search}&sort=replies`)
  ],
  "/api/news": ["", "category=research", "diseaseId=100", ...searches],
  "/api/diseases": ["limit=100", "category=20&limit=100", "categories=true", ...searches],
  "/api/users": ["", "role=expert", "verified=true", "search=example"],
  "/api/notifications": ["", "unreadOnly=true"],
  "/api/users/me/blocks": [""],
  "/api/users/me/follows": [""],
  "/api/reports": [""],
  "/api/decisions": [""],
  "/api/audit": ["", "action=key_created"],
  "/api/verification-requests": [""],
  "/api/invitations": [""]
}

/** All pages of a list, by cursor, and the second one by its number. */
const readList = (url: string, path: string, query: string, reader: Reader, answers: Map<string, string>) =>
  Effect.gen(function* () {
    const limited = query.includes("limit=") ? query : `${query}&limit=3`
    let next = ""
    do {
      const name = `${path}?${limited}${next}`
      const answer = yield* answerOf(url, name, reader)
      answers.set(`${reader.name} ${name}`, answer)
      const cursor = answer.startsWith("200") ? at(bodyOf(answer), "pagination", "nextCursor") : undefined
      next = typeof cursor === "string" ? `&cursor=${encodeURIComponent(cursor)}` : ""
    } while (next !== "")
    const second = path === "/api/notifications" ? "&offset=3" : "&page=2"
    answers.set(
      `${reader.name} ${path}?${limited}${second}`,
      yield* answerOf(url, `${path}?${limited}${second}`, reader)
    )
  })

/** News and diseases are the same for everybody, so nobody signed in reads them. */
const isReadBy = (path: string, { key }: Reader) => Option.isNone(key) || !/^\/api\/(?:news|diseases)/.test(path)

/**
 * Everything that readers can read of a community by GET, by reader and path. Reads all lists before all details, since
 * to read a post counts as a view.
 */
export const walk = (url: string, readers: ReadonlyArray<Reader>) =>
  Effect.gen(function* () {
    const answers = new Map<string, string>()
    for (const reader of readers) {
      for (const [path, queries] of Object.entries(lists).filter(([path]) => isReadBy(path, reader))) {
        for (const query of queries) yield* readList(url, path, query, reader, answers)
      }
      for (const path of [
        "/api/stats",
        "/feeds/posts.xml",
        "/feeds/news.xml",
        "/api/users/me",
        "/api/users/me/settings",
        "/api/users/me/export",
        "/api/auth/apikeys"
      ]) {
        answers.set(`${reader.name} ${path}`, yield* answerOf(url, path, reader))
      }
    }
    const details = ["posts", "news", "diseases", "users"].flatMap((noun) =>
      idsIn(answers, `/api/${noun}`).flatMap((id) => [
        `/api/${noun}/${id}`,
        ...(noun === "posts"
          ? [
              `/api/posts/${id}/like`,
              `/api/posts/${id}/revisions`,
              `/api/posts/${id}/comments?limit=2`,
              `/feeds/posts/${id}.xml`
            ]
          : [])
      ])
    )
    for (const reader of readers) {
      for (const path of details.filter((path) => isReadBy(path, reader)))
        answers.set(`${reader.name} ${path}`, yield* answerOf(url, path, reader))
    }
    return answers
  })

/** The paths of a walk as the OpenAPI document names them. */
export const templatesOf = (answers: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set(
    Array.from(answers.keys(), (name) =>
      (name.split(" ")[1] ?? "").replace(/\?.*/, "").replace(/\/\d+(?=\/|\.xml|$)/, "/{id}")
    )
  )

/** The reads that differ between two walks, with both answers. */
export const differences = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  Array.from(new Set([...one.keys(), ...other.keys()]), (name) => ({
    name,
    one: one.get(name),
    other: other.get(name)
  }))
    .filter(({ one, other }) => one !== other)
    .slice(0, 5)
