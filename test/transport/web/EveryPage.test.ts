import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, Effect } from "effect"
import { allRoutes } from "../../../src/transport/web/Routes.ts"
import { community } from "../../support/Community.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { anchorOf, arrive, cookieFor, open, submit } from "./support/Browse.ts"
import { type PageRow, pageRows, type Scene, scene, withFeed } from "./support/PageRows.ts"

type Reader = keyof Scene["readers"] | undefined

/** The name of a row: files without the hash in their name. */
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path.replace(/^(\/assets\/\w+)\.[\w-]{10}\./, "$1.")}`

/** All but `/live`, a stream of events (`Live.test.ts`). */
const routes = Effect.map(allRoutes, (all) =>
  all.flatMap((route) => (route.kind === "script" ? [] : [{ ...route, name: nameOf(route) }]))
)

interface Page {
  readonly name: string
  readonly path: string
  readonly row: PageRow
  /** True for a page that leads a visitor to join. */
  readonly joins: boolean | undefined
  /** True for a form that comes back with what was typed, for a visitor too. */
  readonly comesBack: boolean
  /** True for a form that programs of mail send, too (`Unsubscribe.test.ts`). */
  readonly isFromAnywhere: boolean
}

const mayUse = ({ row: { by } }: Page): Reader => (by === "anyone" ? undefined : by)

const cookieOf = ({ readers }: Scene, reader: Reader) => (reader === undefined ? undefined : cookieFor(readers[reader]))

/** Opens a page or sends its form, about a record of the scene or about another id. */
const use = (
  { name, path, row: { query, values } }: Page,
  given: Scene,
  reader: Reader,
  { headers = {}, id }: { readonly headers?: Readonly<Record<string, string>>; readonly id?: string } = {}
) => {
  const options = { cookie: cookieOf(given, reader), headers }
  const noun = path.split("/")[1] as keyof Scene["ids"]
  const url = path.replace(":id", () => id ?? String(given.ids[noun]))
  return name.startsWith("GET")
    ? open(`${url}${query?.(given) ?? ""}`, options)
    : submit(`${url}${query?.(given) ?? ""}`, values?.(given) ?? {}, options)
}

/** The pages with their rows, and those that are wanted. */
const pagesWhere = (isWanted: (page: Page) => boolean) =>
  Effect.map(routes, (all) =>
    all
      .flatMap(({ again, isForJoining: joins, isFromAnywhere = false, isOfMember, name, path }) => {
        const row = pageRows[name]
        return row === undefined
          ? []
          : [{ name, path, row, joins, isFromAnywhere, comesBack: again !== undefined && isOfMember !== true }]
      })
      .filter(isWanted)
  )

type Trial<E, R> = [
  isWanted: (page: Page) => boolean,
  outcome: (page: Page, given: Scene) => Effect.Effect<unknown, E, R>,
  expected: (page: Page) => unknown
]

/** Tries each wanted page, and compares the outcomes with those expected. */
const tryPages = <E, R, E1, R1>(given: Effect.Effect<Scene, E1, R1>, ...[isWanted, outcome, expected]: Trial<E, R>) =>
  Effect.gen(function* () {
    const pages = yield* pagesWhere(isWanted)
    const tried = Effect.forEach(pages, (page) =>
      Effect.flatMap(given, (given) => Effect.map(outcome(page, given), (found) => [page.name, found]))
    )
    deepStrictEqual(
      yield* tried,
      pages.map((page) => [page.name, expected(page)])
    )
  })

/** Tries pages that change nothing, all in one scene. */
const eachPage = <E, R>(...trial: Trial<E, R>) =>
  Effect.flatMap(scene, (given) => tryPages(Effect.succeed(given), ...trial))

/** Tries forms that are carried out, each in a scene of its own. */
const eachForm = <E, R>(...trial: Trial<E, R>) => tryPages(scene, ...trial)

/** A form of a page for admins. */
const formOfAdmins = /<form[^>]* action="\/(?:members|admin)/

/** The number of headings of the first level of a page; one for what is no page. */
const headingsOf = (text: string) => (text.includes("<html") ? (text.match(/<h1\b/g)?.length ?? 0) : 1)

const isForm = ({ name }: Page) => name.startsWith("POST")

for (const storage of memoryOnly) {
  layer(community(storage.layer, { ...unlimited, ...withFeed }), { excludeTestServices: true })("Every page", (it) => {
    it.effect("pageRows has a row for each route of Routes.ts, and no other", () =>
      Effect.map(routes, (all) => deepStrictEqual(all.map(({ name }) => name).sort(), Object.keys(pageRows).sort()))
    )

    it.effect("works for the reader with the fewest rights who may use it, under one heading", () =>
      eachPage(
        (page) => !isForm(page),
        (page, given) => Effect.map(use(page, given, mayUse(page)), ({ status, text }) => [status, headingsOf(text)]),
        ({ row }) => [row.status, 1]
      )
    )

    it.effect("leads to a page that shows what its address names", () =>
      eachForm(
        ({ row }) => row.status === 303,
        (page, given) =>
          Effect.gen(function* () {
            if (page.row.before !== undefined) yield* page.row.before(given)
            const answer = yield* use(page, given, mayUse(page))
            const { status, text } = yield* arrive(answer, cookieOf(given, mayUse(page)))
            const anchor = anchorOf(answer)
            return [answer.status, status, anchor === undefined || text.includes(`id="${anchor}"`)]
          }),
        () => [303, 200, true]
      )
    )

    it.effect("answers the form of the reader with the fewest rights who may send it", () =>
      eachForm(
        (page) => isForm(page) && page.row.status !== 303,
        (page, given) => Effect.map(use(page, given, mayUse(page)), ({ status }) => status),
        ({ row }) => row.status
      )
    )

    it.effect("leads a visitor who may not use it to join or to sign in, and keeps what they have typed", () =>
      eachPage(
        ({ row }) => row.by !== "anyone",
        (page, given) =>
          Effect.map(use(page, given, undefined), ({ headers, status, text }) => [
            status,
            String(headers["location"] ?? "").split("?", 1)[0],
            formOfAdmins.test(text)
          ]),
        (page) =>
          page.comesBack && isForm(page) ? [401, "", false] : [303, page.joins ? "/register" : "/sign-in", false]
      )
    )

    it.effect("is refused to members without the rights that it needs, with no form of those who have them", () =>
      eachPage(
        ({ row: { by } }) => by === "author" || by === "moderator" || by === "admin",
        (page, given) =>
          Effect.forEach(
            page.row.by === "admin" ? (["member", "moderator"] as const) : (["member"] as const),
            (reader) => Effect.map(use(page, given, reader), ({ status, text }) => [status, formOfAdmins.test(text)])
          ),
        ({ row }) => Array.replicate([row.isUnseen ? 404 : 403, false], row.by === "admin" ? 2 : 1)
      )
    )

    it.effect("is 404 for an id that no record has, and for a malformed one", () =>
      eachPage(
        ({ path }) => path.includes(":id"),
        (page, given) =>
          Effect.forEach(["2147483647", "x"], (id) =>
            Effect.map(use(page, given, mayUse(page), { id }), ({ status }) => status)
          ),
        () => [404, 404]
      )
    )

    it.effect("takes no form from another site", () =>
      eachPage(
        (page) => isForm(page) && !page.isFromAnywhere,
        (page, given) =>
          Effect.forEach(["cross-site", "same-site", "none", ""], (site) =>
            Effect.map(use(page, given, mayUse(page), { headers: { "sec-fetch-site": site } }), ({ status }) => status)
          ),
        () => [403, 403, 403, 403]
      )
    )
  })
}
