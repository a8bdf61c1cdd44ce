import { HttpServerResponse } from "@effect/platform"
import { xmlText } from "@rare-disease-community/text/XmlText"
import { Array, DateTime, Effect, Option, Stream } from "effect"
import { sharedUntilChanged } from "../../../api/Keeps.ts"
import { NotFound } from "../../../api/WireErrors.ts"
import { publicUrl } from "../../../Config.ts"
import { maxPageItems } from "../../../domain/Page.ts"
import { PostReader, visitor } from "../../../domain/posts/Audience.ts"
import { News } from "../../../services/news/News.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { tagsOfSitemap } from "../../wire/CacheTags.ts"
import { preparedText } from "../../wire/Compression.ts"
import { withCacheTags } from "../../wire/Tagged.ts"
import { Brand } from "../Brand.ts"
import { forAnyone, page } from "../Route.ts"

/** The name of an asset holds the hash of its content, so it never changes. */
const unchanging = HttpServerResponse.setHeaders({ "cache-control": "public, max-age=31536000, immutable" })

const forADay = HttpServerResponse.setHeaders({ "cache-control": "public, max-age=86400" })

/** A file, which anyone may read uncounted. */
const fileAt = (path: string, file: Effect.Effect<HttpServerResponse.HttpServerResponse, NotFound>) =>
  page({ ...forAnyone, path, kind: "file", limits: [], scope: "any", isOpenToSuspended: true, show: () => file })

const files = Effect.gen(function* () {
  const { assets, manifest, serviceWorker, tiles } = yield* Brand
  const installed = yield* preparedText("application/manifest+json", Effect.succeed(manifest))
  const worker = yield* preparedText("text/javascript; charset=utf-8", Effect.succeed(serviceWorker))
  const icon = yield* preparedText(assets.icon.contentType, Effect.succeed(assets.icon.text))
  const routes = yield* Effect.forEach(Object.values(assets), ({ contentType, path, text }) =>
    Effect.map(preparedText(contentType, Effect.succeed(text)), (file) => fileAt(path, Effect.map(file, unchanging)))
  )
  const pictures = tiles.map(({ bytes, contentType, path }) =>
    fileAt(path, Effect.succeed(unchanging(HttpServerResponse.uint8Array(bytes, { contentType }))))
  )
  return [
    ...routes,
    ...pictures,
    fileAt("/favicon.ico", Effect.map(icon, forADay)),
    fileAt("/manifest.webmanifest", Effect.map(installed, forADay)),
    fileAt("/service-worker.js", Effect.map(worker, HttpServerResponse.setHeader("cache-control", "no-cache")))
  ]
})

/** The time after which `security.txt` is to be read again (RFC 9116, 2.5.5). */
const securityDays = 180

const noContact = new NotFound({ message: "this community names no contact" })

/**
 * The well-known addresses: of the page that changes a password, for password managers, and of the contact for reports
 * of a weakness (RFC 9116).
 */
const wellKnown = Effect.gen(function* () {
  const { contact, languages } = yield* Brand
  const site = new URL(yield* publicUrl).origin
  const security = Effect.gen(function* () {
    if (contact === undefined) return yield* noContact
    const expires = DateTime.startOf(DateTime.add(yield* DateTime.now, { days: securityDays }), "day")
    const lines = [
      `Contact: ${contact.href}`,
      `Expires: ${DateTime.formatIso(expires)}`,
      `Preferred-Languages: ${languages.join(", ")}`,
      `Canonical: ${site}/.well-known/security.txt`
    ]
    return forADay(HttpServerResponse.text(`${lines.join("\n")}\n`))
  })
  return [
    fileAt(
      "/.well-known/change-password",
      Effect.succeed(HttpServerResponse.redirect("/settings/password", { status: 303 }))
    ),
    fileAt("/.well-known/security.txt", security)
  ]
})

/** The beginnings of paths that `robots.txt` closes: pages for members, and lists of posts in every order. */
const closedPaths = ["/api/", "/settings", "/notifications", "/sign-in", "/report", "/posts/new", "/posts?"]

/**
 * Paths that search engines may read although they begin as a closed one: the longest rule decides (RFC 9309, 2.2.2).
 */
const openPaths = ["/posts?lang="]

const robots = Effect.map(publicUrl, (url) => {
  const rules = [...closedPaths.map((path) => `Disallow: ${path}`), ...openPaths.map((path) => `Allow: ${path}`)]
  const lines = ["User-agent: *", ...rules, "", `Sitemap: ${url}/sitemap.xml`]
  const text = HttpServerResponse.text(`${lines.join("\n")}\n`)
  return fileAt("/robots.txt", Effect.succeed(forADay(text)))
})

/** The newest posts and news that the sitemap lists, in pages of a hundred. */
const maxListedPages = 10

interface Entry {
  readonly path: string
  readonly changedAt?: DateTime.Utc
}

const entryXml = (site: string, { changedAt, path }: Entry) => {
  const changed = changedAt === undefined ? "" : `<lastmod>${DateTime.formatIso(changedAt)}</lastmod>`
  return `<url><loc>${site}${path}</loc>${changed}</url>`
}

const sitemap = Effect.gen(function* () {
  const { documents } = yield* Brand
  const posts = yield* Posts
  const news = yield* News
  const site = new URL(yield* publicUrl).origin

  /** The first pages of a list, the newest first. */
  const pages = <A, E>(read: (page: number) => Effect.Effect<{ readonly data: ReadonlyArray<A> }, E>) =>
    Stream.range(1, maxListedPages).pipe(
      Stream.mapEffect(read),
      Stream.takeUntil(({ data }) => data.length < maxPageItems),
      Stream.runCollect,
      Effect.map((read) => Array.fromIterable(read).flatMap(({ data }) => data))
    )

  const entries = Effect.gen(function* () {
    const listed = yield* pages((page) => posts.list({ page, limit: maxPageItems }))
    const items = yield* pages((page) => news.list({ page, limit: maxPageItems }))
    const diseases = new Set(listed.flatMap(({ disease }) => Option.toArray(disease)).map(({ id }) => id))
    const fixed = ["", "diseases", "posts", "news", "statistics", ...documents]
    return [
      ...fixed.map((name): Entry => ({ path: `/${name}` })),
      ...Array.map(Array.fromIterable(diseases), (id): Entry => ({ path: `/diseases/${id}` })),
      ...listed.map(({ id, updatedAt }): Entry => ({ path: `/posts/${id}`, changedAt: updatedAt })),
      ...items.map(({ id, publishedAt }): Entry => ({ path: `/news/${id}`, changedAt: publishedAt }))
    ]
  })

  return page({
    ...forAnyone,
    path: "/sitemap.xml",
    kind: "file",
    policy: sharedUntilChanged,
    show: () =>
      Effect.map(withCacheTags(Effect.provideService(entries, PostReader, visitor), tagsOfSitemap), (found) =>
        found.map((entries) => {
          const urls = entries.map((entry) => entryXml(site, entry)).join("\n")
          const sitemap = xmlText(
            `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
          )
          return HttpServerResponse.text(sitemap, { contentType: "application/xml" })
        })
      )
  })
})

/** The files of the site: style, script, pictures, and what search engines read. */
export const routes = Effect.map(Effect.all([files, wellKnown, robots, sitemap]), ([all, known, one, map]) => [
  ...all,
  ...known,
  one,
  map
])
