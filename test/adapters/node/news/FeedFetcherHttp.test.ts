import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createRawServer } from "node:net"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { maxFeedBytes } from "@rare-disease-community/feeds/Feed"
import { Duration, Effect, Fiber, Layer, Option, Redacted, TestClock } from "effect"
import * as FeedFetcherHttp from "../../../../src/adapters/node/news/FeedFetcherHttp.ts"
import * as OutgoingHttp from "../../../../src/adapters/node/OutgoingHttp.ts"
import {
  type FeedAnswer,
  FeedFetcher,
  FeedGone,
  type FeedRequest,
  FeedUnreachable
} from "../../../../src/ports/news/NewsFeeds.ts"

const host = "127.0.0.1"

/** Allows this one address, to which every name of these tests resolves. */
const here: OutgoingHttp.EgressPolicy = {
  isAllowed: (address) => address === host,
  mayRedirectTo: () => true,
  resolve: (_, __, done) => done(null, [{ address: host, family: 4 }]),
  mayBePlain: () => true
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const listening = (server: ReturnType<typeof createRawServer>) =>
  Effect.acquireRelease(
    Effect.async<string>((resume) => {
      server.listen(0, host, () => {
        const address = server.address()
        resume(Effect.succeed(`http://${host}:${typeof address === "object" ? address?.port : 0}`))
      })
    }),
    () => Effect.sync(() => server.close())
  )

/** A server that ends with the test and records its requests. */
const serving = (handle: Handler) =>
  Effect.gen(function* () {
    const requests: Array<IncomingMessage> = []
    const server = createServer((request, response) => {
      requests.push(request)
      handle(request, response)
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
    return { requests, url: yield* listening(server) }
  })

const fetch = (url: string, given: Partial<FeedRequest> = {}, reach = here) =>
  Effect.flatMap(FeedFetcher, (fetcher) =>
    fetcher.fetch({ url: Redacted.make(url), etag: Option.none(), lastModified: Option.none(), ...given })
  ).pipe(Effect.provide(Layer.provide(FeedFetcherHttp.layer, OutgoingHttp.layer(reach))))

const why = (url: string, reach = here) =>
  Effect.map(Effect.flip(fetch(url, {}, reach)), (error) =>
    error instanceof FeedUnreachable ? error.message : error._tag
  )

const textOf = (answer: FeedAnswer) =>
  answer._tag === "Fetched" ? new TextDecoder().decode(answer.bytes) : answer._tag

const redirect =
  (to: string, status = 302): Handler =>
  (request, response) => {
    if (request.url === "/end") response.end("found")
    else response.writeHead(status, { location: to }).end()
  }

describe("FeedFetcherHttp", () => {
  it.scopedLive("returns the body, the content type and the validators of a feed", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* serving((_, response) =>
        response
          .writeHead(200, { etag: '"1"', "last-modified": "Thu, 05 Mar 2026", "content-type": "text/xml; charset=x" })
          .end("<rss/>")
      )
      const answer = yield* fetch(`${url}/feed?a=b`)
      expect(textOf(answer)).toBe("<rss/>")
      expect(answer).toMatchObject({
        url: `${url}/feed?a=b`,
        contentType: "text/xml; charset=x",
        etag: Option.some('"1"'),
        lastModified: Option.some("Thu, 05 Mar 2026"),
        hasMoved: false
      })
      const [{ headers, method, url: path } = { headers: {}, method: "", url: "" }] = requests
      expect([method, path]).toEqual(["GET", "/feed?a=b"])
      expect(headers).toMatchObject({
        "accept-encoding": "gzip",
        "user-agent": expect.stringMatching(/^rare-disease-community/)
      })
      expect([headers["if-none-match"], headers.authorization, headers.cookie]).toEqual([
        undefined,
        undefined,
        undefined
      ])
    })
  )

  it.scopedLive("sends the validators and reports a feed that has not changed", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* serving((_, response) => response.writeHead(304).end())
      const etag = Option.some('W/"1"')
      const lastModified = Option.some("Thu, 05 Mar 2026 08:00:00 GMT")
      expect(yield* fetch(url, { etag, lastModified })).toEqual({ _tag: "NotModified" })
      expect(requests[0]?.headers).toMatchObject({
        "if-none-match": 'W/"1"',
        "if-modified-since": "Thu, 05 Mar 2026 08:00:00 GMT"
      })
    })
  )

  it.scopedLive("asks for gzip and unpacks it", () =>
    Effect.gen(function* () {
      const packed = yield* serving((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("<rss/>"))
      )
      expect(textOf(yield* fetch(packed.url))).toBe("<rss/>")
      const broken = yield* serving((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end("<rss/>")
      )
      expect(yield* why(broken.url)).toBe("its gzip is broken")
      const other = yield* serving((_, response) => response.writeHead(200, { "content-encoding": "br" }).end("x"))
      expect(yield* why(other.url)).toBe("it is packed in a way that was not asked for")
    })
  )

  it.scopedLive(
    "follows at most five redirects with the validators, and sends the password to its own origin only",
    () =>
      Effect.gen(function* () {
        const end = yield* serving(redirect("/end", 308))
        const { requests, url } = yield* serving(redirect(`${end.url}/start`, 301))
        const answer = yield* fetch(url.replace("//", "//ana:p%40ss@"), { etag: Option.some('"1"') })
        expect(answer).toMatchObject({ url: `${end.url}/end`, hasMoved: true })
        expect(requests[0]?.headers.authorization).toBe(`Basic ${btoa("ana:p@ss")}`)
        expect(end.requests.map(({ headers }) => [headers.authorization, headers["if-none-match"]])).toEqual([
          [undefined, '"1"'],
          [undefined, '"1"']
        ])
        const mixed = yield* serving(redirect(`${end.url}/end`, 302))
        expect(yield* fetch(mixed.url)).toMatchObject({ hasMoved: false })
        const circle = yield* serving(redirect("/again"))
        expect(yield* why(circle.url)).toBe("it redirects too many times")
        expect(circle.requests.length).toBe(6)
        const nowhere = yield* serving((_, response) => response.writeHead(302).end())
        expect(yield* why(nowhere.url)).toBe("it redirects to nowhere")
      })
  )
})

describe("FeedFetcherHttp refuses", () => {
  it.scopedLive("a forbidden address that any name or redirect leads to, without a connection", () =>
    Effect.gen(function* () {
      const reason = "its address is not public: feeds are not read from private networks"
      const { requests, url } = yield* serving((_, response) => response.end("secret"))
      const { port } = new URL(url)
      const names = [
        `localhost:${port}`,
        `127.0.0.1:${port}`,
        `127.1:${port}`,
        `0x7f000001:${port}`,
        `2130706433:${port}`
      ]
      for (const name of [...names, `[::ffff:127.0.0.1]:${port}`, `[::1]:${port}`, "169.254.169.254", "[fd00::1]"]) {
        expect(yield* why(`http://${name}/`, OutgoingHttp.publicOnly), name).toBe(reason)
      }
      for (const to of ["http://127.0.0.2/", "http://[::1]/", "https://10.0.0.1/", `http://[::ffff:7f00:2]:${port}/`]) {
        const first = yield* serving(redirect(to))
        expect(yield* why(first.url), to).toBe(reason)
      }
      expect(requests).toEqual([])
    })
  )

  it.scopedLive("a name with a forbidden address, and connects to checked addresses only", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* serving((_, response) => response.end("found"))
      const named = url.replace(host, "feed.example")
      const answers = [[host], ["10.0.0.1"], [host, "10.0.0.1"], []]
      const rebinding: OutgoingHttp.EgressPolicy = {
        ...here,
        resolve: (_, __, done) =>
          done(
            null,
            (answers.shift() ?? []).map((address) => ({ address, family: 4 }))
          )
      }
      expect(textOf(yield* fetch(named, {}, rebinding))).toBe("found")
      for (let times = 0; times < 3; times++) expect(yield* why(named, rebinding)).toMatch(/not public/)
      expect(answers).toEqual([])
      expect(requests.map(({ headers }) => headers.host)).toEqual([new URL(named).host])
    })
  )

  it.scopedLive("a redirect to another scheme, or to another port than the Web's", () =>
    Effect.gen(function* () {
      for (const to of ["file:///etc/passwd", "ftp://a.example/", "gopher://a.example/", "data:text/xml,x"]) {
        expect(yield* why((yield* serving(redirect(to))).url)).toBe("its URL is neither http nor https")
      }
      const { mayRedirectTo } = OutgoingHttp.publicOnly
      const first = yield* serving(redirect("http://a.example:25/"))
      expect(yield* why(first.url, { ...here, mayRedirectTo })).toBe("it redirects to a port other than 80 and 443")
      expect([80, 443, 22, 6379].map(mayRedirectTo)).toEqual([true, true, false, false])
    })
  )

  it.scopedLive("a body of more than 5 MiB, packed, unpacked or endless", () =>
    Effect.gen(function* () {
      const endless = yield* serving((_, response) => {
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(65_536))) {}
        }
        response.on("drain", more)
        more()
      })
      expect(yield* why(endless.url)).toBe("it is larger than 5 MiB")
      const bomb = gzipSync(Buffer.alloc(20 * maxFeedBytes))
      const packed = yield* serving((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb))
      expect(yield* why(packed.url)).toBe("it is larger than 5 MiB")
    })
  )

  it.scopedLive("a feed that is gone, and any other status, with the time to wait", () =>
    Effect.gen(function* () {
      const answering = (status: number, headers = {}) =>
        Effect.flatMap(
          serving((_, response) => response.writeHead(status, headers).end("no")),
          ({ url }) => Effect.flip(fetch(url))
        )
      expect(yield* answering(410)).toEqual(new FeedGone())
      const retryAfter = Duration.seconds(120)
      expect(yield* answering(429, { "retry-after": "120" })).toEqual(
        new FeedUnreachable({ fault: "status", code: 429, retryAfter })
      )
      for (const status of [204, 206, 400, 401, 403, 404, 500]) {
        expect(yield* answering(status)).toEqual(new FeedUnreachable({ fault: "status", code: status }))
      }
    })
  )

  it.scopedLive("a malformed response, without any part of the URL in the reason", () =>
    Effect.gen(function* () {
      const rude = yield* listening(createRawServer((socket) => socket.end("nonsense\r\n\r\n")))
      const short = yield* listening(
        createRawServer((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<rss>"))
      )
      const wide = yield* serving((_, response) => response.writeHead(200, { "x-a": "y".repeat(20_000) }).end())
      expect(yield* why(short)).toBe("its answer was cut off")
      for (const url of [rude, wide.url, `http://ana:topsecret@${host}:1/key=topsecret`]) {
        const reason = yield* why(url)
        expect(reason).toMatch(/^the connection failed \([A-Z_]+\)$/)
      }
    })
  )
})

describe("A fetch of FeedFetcherHttp", () => {
  /** A server that never ends its response and records closed connections. */
  const slow = Effect.gen(function* () {
    let closed = 0
    const { requests, url } = yield* serving((request, response) => {
      response.write("<rss>")
      request.socket.on("close", () => closed++)
    })
    const until = (isDone: () => boolean) => Effect.repeat(Effect.yieldNow(), { until: isDone })
    return { url, begun: until(() => requests.length > 0), ended: until(() => closed > 0) }
  })

  it.scoped("closes its connection after 30 seconds", () =>
    Effect.gen(function* () {
      const { begun, ended, url } = yield* slow
      const fiber = yield* Effect.fork(why(url))
      yield* begun
      yield* TestClock.adjust("30 seconds")
      expect(yield* Fiber.join(fiber)).toBe("it did not answer in full within 30 seconds")
      yield* ended
    })
  )

  it.scoped("closes its connection when it is interrupted", () =>
    Effect.gen(function* () {
      const { begun, ended, url } = yield* slow
      const fiber = yield* Effect.fork(fetch(url))
      yield* begun
      yield* Fiber.interrupt(fiber)
      yield* ended
    })
  )
})
