import { maxFeedBytes } from "@rare-disease-community/feeds/Feed"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import { version } from "../../../domain/Version.ts"
import {
  type FeedAnswer,
  FeedFetcher,
  FeedGone,
  type FeedRequest,
  FeedUnreachable,
  fetchTimeout
} from "../../../ports/news/NewsFeeds.ts"
import { Outgoing, type OutgoingResponse, retryAfter } from "../../../ports/Outgoing.ts"

/**
 * The maximum number of redirects of a feed: publishers redirect once or twice, and a longer chain is mostly a loop.
 */
const maxRedirects = 5

const headers = {
  "user-agent": `rare-disease-community/${version} (news feed reader)`,
  accept: "application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9"
}

const conditionsOf = ({ etag, lastModified }: FeedRequest): Readonly<Record<string, string>> => ({
  ...(Option.isSome(etag) ? { "if-none-match": etag.value } : {}),
  ...(Option.isSome(lastModified) ? { "if-modified-since": lastModified.value } : {})
})

const answerOf = ({ bytes, hasMoved, headers, url }: OutgoingResponse): FeedAnswer => ({
  _tag: "Fetched",
  bytes,
  url: Object.assign(new URL(url.href), { username: "", password: "" }).href,
  contentType: headers["content-type"],
  etag: Option.fromNullable(headers.etag),
  lastModified: Option.fromNullable(headers["last-modified"]),
  hasMoved
})

const fetchFeed = Effect.fnUntraced(function* (send: Outgoing["Type"]["send"], request: FeedRequest) {
  const response = yield* send({
    method: "GET",
    url: new URL(Redacted.value(request.url)),
    headers: { ...headers, ...conditionsOf(request) },
    maxBytes: maxFeedBytes,
    maxRedirects,
    timeout: fetchTimeout
  })
  if (response.status === 200) return answerOf(response)
  if (response.status === 304) return { _tag: "NotModified" } satisfies FeedAnswer
  if (response.status === 410) return yield* new FeedGone()
  const after = Option.getOrUndefined(retryAfter(response.headers["retry-after"], yield* Clock.currentTimeMillis))
  const wait = after === undefined ? {} : { retryAfter: after }
  return yield* new FeedUnreachable({ fault: "status", code: response.status, ...wait })
})

export const layer = Layer.effect(
  FeedFetcher,
  Effect.map(Outgoing, ({ send }) => ({
    fetch: (request: FeedRequest) =>
      Effect.catchTag(
        fetchFeed(send, request),
        "OutgoingFault",
        ({ code, fault }) => new FeedUnreachable({ fault, ...(code === undefined ? {} : { code }) })
      )
  }))
)
