import { Effect } from "effect"
import type { Caller } from "../People.ts"
import { type Call, plain } from "./ModerationCalls.ts"

const own = "/api/users/me/verification-request"

/** The endpoints by which admins steer the community, and members ask them to be verified. */
export const steeringCalls = {
  "PUT /api/users/me/verification-request": {
    expected: [401, 200, 200, 200, 200, 200],
    call: () => Effect.succeed<Call>({ path: own, body: { as: "nurse", text: "Register 12345." } })
  },
  "DELETE /api/users/me/verification-request": { expected: [401, 200, 200, 200, 200, 200], call: plain(own) },
  "GET /api/verification-requests": {
    expected: [401, 403, 403, 403, 403, 200],
    call: plain("/api/verification-requests")
  },
  "DELETE /api/verification-requests/:id": {
    expected: [401, 403, 403, 403, 403, 404],
    call: () =>
      Effect.succeed<Call>({ path: "/api/verification-requests/2000000000", body: { reason: "Unknown there." } })
  },
  "POST /api/invitations": {
    expected: [401, 403, 403, 403, 403, 201],
    call: () => Effect.succeed<Call>({ path: "/api/invitations", body: { note: "a friend" } })
  },
  "GET /api/invitations": { expected: [401, 403, 403, 403, 403, 200], call: plain("/api/invitations") },
  "DELETE /api/invitations/:id": {
    expected: [401, 403, 403, 403, 403, 404],
    call: plain("/api/invitations/2000000000")
  },
  "POST /api/webhooks": {
    expected: [401, 403, 403, 403, 403, 201],
    call: () =>
      Effect.succeed<Call>({
        path: "/api/webhooks",
        body: { url: "https://receiver.example/hook", events: ["report.danger"] }
      })
  },
  "GET /api/webhooks": { expected: [401, 403, 403, 403, 403, 200], call: plain("/api/webhooks") },
  "PATCH /api/webhooks/:id": {
    expected: [401, 403, 403, 403, 403, 404],
    call: () => Effect.succeed<Call>({ path: "/api/webhooks/2000000000", body: { enabled: false } })
  },
  "DELETE /api/webhooks/:id": {
    expected: [401, 403, 403, 403, 403, 404],
    call: plain("/api/webhooks/2000000000")
  },
  "GET /api/community": { expected: [401, 403, 403, 403, 403, 200], call: plain("/api/community") },
  "PATCH /api/community": {
    expected: [401, 403, 403, 403, 403, 200],
    call: () => Effect.succeed<Call>({ path: "/api/community", body: { reviewFirstPosts: 0 } })
  },
  "POST /api/news": {
    expected: [401, 403, 403, 403, 403, 201],
    call: () =>
      Effect.succeed<Call>({ path: "/api/news", body: { title: "A meeting", content: "In May.", category: "policy" } })
  },
  // The item is of a feed, which nobody changes.
  "PUT /api/news/:id": {
    expected: [401, 403, 403, 403, 403, 403],
    call: () =>
      Effect.succeed<Call>({
        path: "/api/news/1",
        body: { title: "A meeting", content: "In May.", category: "policy" }
      })
  },
  "GET /api/news/feeds": { expected: [401, 403, 403, 403, 403, 200], call: plain("/api/news/feeds") },
  "POST /api/news/feeds": {
    expected: [401, 403, 403, 403, 403, 201],
    call: () => Effect.succeed<Call>({ path: "/api/news/feeds", body: { url: "https://feeds.example/" } })
  },
  "DELETE /api/news/feeds/:id": {
    expected: [401, 403, 403, 403, 403, 404],
    call: plain("/api/news/feeds/7")
  },
  // The admin deletes an item that no other request needs.
  "DELETE /api/news/:id": {
    expected: [401, 403, 403, 403, 403, 200],
    call: (caller: Caller) => Effect.succeed<Call>({ path: `/api/news/${caller === "admin" ? 2 : 1}` })
  }
} as const
