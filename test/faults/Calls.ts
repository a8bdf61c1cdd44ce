import { at, listAt } from "../support/Wire.ts"
import type { SeenPost } from "./History.ts"

/** Where requests are sent: an instance, or the proxy before all of them. */
export interface Entry {
  readonly name: string
  readonly url: string
}

/** A request of a member in the words of the community. */
export type Call =
  | { readonly kind: "post"; readonly title: string; readonly content: string }
  | {
      readonly kind: "comment"
      readonly postId: number
      readonly content: string
      readonly replyTo?: number | undefined
    }
  | { readonly kind: "like"; readonly postId: number }
  | { readonly kind: "likeComment"; readonly commentId: number }
  | { readonly kind: "help"; readonly commentId: number }
  | { readonly kind: "edit"; readonly postId: number; readonly title: string; readonly content: string }
  | { readonly kind: "mark"; readonly ids: ReadonlyArray<number> }
  | { readonly kind: "readPost"; readonly postId: number }
  | { readonly kind: "readOwn"; readonly userId: number }
  | { readonly kind: "readInbox" }

/** The answer to a call, or the reason why there was none. */
export interface Reply {
  /** `done`; `again` for one that a client repeats after a while; `failed` for one that must not happen. */
  readonly state: "done" | "again" | "failed"
  readonly outcome: string
  readonly body: unknown
}

/** Sends calls of one member. `key` is the Idempotency-Key of a write. */
export interface Speaker {
  readonly send: (entry: Entry, call: Call, key?: string) => Promise<Reply>
  readonly close: () => Promise<void>
}

/** An agent waits this long for an answer before it asks again. */
export const answerMillis = 4_000

export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return `${error.message}${cause instanceof Error ? ` (${cause.message})` : ""}`
}

/** A request on the wire. */
interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

const sentOf = (call: Call): Sent => {
  switch (call.kind) {
    case "post":
      return { method: "POST", path: "/api/posts", body: { title: call.title, content: call.content } }
    case "comment":
      return {
        method: "POST",
        path: `/api/posts/${call.postId}/comments`,
        body: { content: call.content, replyTo: call.replyTo }
      }
    case "like":
      return { method: "POST", path: `/api/posts/${call.postId}/like` }
    case "likeComment":
      return { method: "POST", path: `/api/comments/${call.commentId}/like` }
    case "help":
      return { method: "PUT", path: `/api/comments/${call.commentId}/helped` }
    case "edit":
      return { method: "PATCH", path: `/api/posts/${call.postId}`, body: { title: call.title, content: call.content } }
    case "mark":
      return { method: "PATCH", path: "/api/notifications", body: { notificationIds: call.ids } }
    case "readPost":
      return { method: "GET", path: `/api/posts/${call.postId}` }
    case "readOwn":
      return { method: "GET", path: `/api/posts?limit=100&authorId=${call.userId}` }
    case "readInbox":
      return { method: "GET", path: "/api/notifications?limit=100" }
  }
}

/** Those that a proxy or an instance answers while a part is away, and a twin that is still running. */
export const passing = new Set([409, 429, 502, 503, 504])

/** Sends a request, and gives its status and its body. Fails where none comes. */
export const ask = async (url: string, { body, method, path }: Sent, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerMillis)
  })
  const text = await answer.text()
  const isJson = answer.headers.get("content-type")?.includes("json") === true
  const parsed: unknown = isJson ? JSON.parse(text) : text
  return { status: answer.status, body: parsed, text }
}

/** Speaks REST with a session token. */
export const restSpeaker = (token: string): Speaker => ({
  send: async (entry, call, key) => {
    const headers = { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { "idempotency-key": key }) }
    try {
      const { body, status, text } = await ask(entry.url, sentOf(call), headers)
      const state = status < 300 ? "done" : passing.has(status) ? "again" : "failed"
      return { state, body, outcome: state === "done" ? String(status) : `${status} ${text.slice(0, 300)}` }
    } catch (error) {
      return { state: "again", outcome: `no answer: ${reasonOf(error)}`, body: undefined }
    }
  },
  close: () => Promise.resolve()
})

const marker = /\bw\d+-\d+-\d+\b/

/** The marker in a text; empty where there is none. */
export const markerIn = (text: unknown): string => (typeof text === "string" ? (marker.exec(text)?.[0] ?? "") : "")

/** The number of the last edit in a title. */
export const versionIn = (title: unknown): number =>
  Number((typeof title === "string" ? /\bedit (\d+)\b/.exec(title)?.[1] : undefined) ?? 0)

/** The Markdown that mentions a member. */
export const linkTo = (member: number) => `[@member](/members/${member})`

/** The members whom a text mentions. */
export const mentionsIn = (text: unknown): ReadonlyArray<number> =>
  typeof text === "string" ? Array.from(text.matchAll(/\(\/members\/(\d+)\)/g), ([, id]) => Number(id)) : []

export const seenPost = (body: unknown): SeenPost => ({
  id: Number(at(body, "id")),
  version: versionIn(at(body, "title")),
  comments: listAt(body, "comments").map((comment) => markerIn(at(comment, "content"))),
  marks: listAt(body, "comments").map((comment) => ({
    id: Number(at(comment, "id")),
    helped: at(comment, "helped") === true,
    liked: at(comment, "liked") === true
  })),
  liked: at(body, "liked") === true,
  likeCount: Number(at(body, "likeCount")),
  replyCount: Number(at(body, "replyCount"))
})
