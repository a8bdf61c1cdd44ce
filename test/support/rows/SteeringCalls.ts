import { Effect } from "effect"
import type { Caller } from "../People.ts"
import { admins, type Call, members, plain, plainly } from "./ModerationCalls.ts"

const own = "/api/users/me/verification-request"
const unknown = 2_000_000_000
const meeting = { title: "A meeting", content: "In May.", category: "policy" }
const webhook = { url: "https://receiver.example/hook", events: ["report.danger"] }

/** The endpoints by which admins steer the community, and members ask them to be verified. */
export const steeringCalls = {
  ...plainly(
    admins,
    "GET /api/verification-requests",
    "GET /api/invitations",
    "GET /api/webhooks",
    "GET /api/community",
    "GET /api/news/feeds"
  ),
  "PUT /api/users/me/verification-request": members(plain(own, { as: "nurse", text: "Register 12345." })),
  "DELETE /api/users/me/verification-request": members(plain(own)),
  "DELETE /api/verification-requests/:id": admins(
    plain(`/api/verification-requests/${unknown}`, { reason: "Unknown there." }),
    404
  ),
  "POST /api/invitations": admins(plain("/api/invitations", { note: "a friend" }), 201),
  "DELETE /api/invitations/:id": admins(plain(`/api/invitations/${unknown}`), 404),
  "POST /api/webhooks": admins(plain("/api/webhooks", webhook), 201),
  "PATCH /api/webhooks/:id": admins(plain(`/api/webhooks/${unknown}`, { enabled: false }), 404),
  "DELETE /api/webhooks/:id": admins(plain(`/api/webhooks/${unknown}`), 404),
  "PATCH /api/community": admins(plain("/api/community", { reviewFirstPosts: 0 })),
  "POST /api/news": admins(plain("/api/news", meeting), 201),
  // The item is of a feed, which nobody changes.
  "PUT /api/news/:id": admins(plain("/api/news/1", meeting), 403),
  "POST /api/news/feeds": admins(plain("/api/news/feeds", { url: "https://feeds.example/" }), 201),
  "DELETE /api/news/feeds/:id": admins(plain("/api/news/feeds/7"), 404),
  // The admin deletes an item that no other request needs.
  "DELETE /api/news/:id": admins((caller: Caller) =>
    Effect.succeed<Call>({ path: `/api/news/${caller === "admin" ? 2 : 1}` })
  )
}
