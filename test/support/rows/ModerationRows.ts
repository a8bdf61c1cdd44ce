import { asMember, nobody, ofAdmins, type Row, row, rowOf, type World } from "./World.ts"

const rule = "No advertisements"
const meeting = { title: "A meeting", content: "In May.", category: "policy" }

/** The endpoints of reports and decisions. */
export const moderationRows: Readonly<Record<string, (world: World) => Row>> = {
  "reports.send": ({ bob, spam, reported }) => {
    const body = { target: { type: "post", id: spam.id }, reason: "spam" }
    return row(
      { path: "/api/reports", body },
      {
        400: { as: bob.token },
        404: { body: { ...body, target: { type: "post", id: nobody } } },
        409: { body: { ...body, target: { type: "comment", id: reported.id } } }
      },
      201
    )
  },
  "reports.list": () => row({ path: "/api/reports" }, { 400: { path: "/api/reports?status=closed" } }),
  "reports.get": ({ report }) => rowOf({ path: `/api/reports/${report}` }),
  "moderation.queue": ofAdmins("/api/moderation/queue"),
  "moderation.health": ofAdmins("/api/moderation/health"),
  "decisions.decide": ({ admin, spam }) => {
    const body = { target: { type: "post", id: spam.id }, action: "hide", rule, reason: "It sells pills." }
    return row(
      { path: "/api/decisions", body, as: admin.token },
      {
        400: { body: { ...body, action: "suspend" } },
        403: asMember,
        404: { body: { ...body, target: { type: "post", id: nobody } } },
        409: { body: { ...body, action: "none" } }
      },
      201
    )
  },
  "decisions.list": () => row({ path: "/api/decisions" }, { 400: { path: "/api/decisions?userId=x" } }),
  "decisions.get": ({ decision }) => rowOf({ path: `/api/decisions/${decision}` }),
  "decisions.appeal": ({ admin, bob, appealed, decision }) =>
    rowOf(
      { path: `/api/decisions/${decision}/appeal`, body: { text: "It does not." } },
      {
        400: { body: {} },
        403: { as: admin.token },
        409: { path: `/api/decisions/${appealed}/appeal`, as: bob.token }
      },
      201
    ),
  "decisions.decideAppeal": ({ admin, appealed, bob, settled }) =>
    rowOf(
      {
        path: `/api/decisions/${appealed}/appeal`,
        body: { outcome: "upheld", reason: "It does." },
        as: admin.token
      },
      { 400: { body: {} }, 403: { as: bob.token }, 409: { path: `/api/decisions/${settled}/appeal` } }
    ),
  "news.create": ofAdmins("/api/news", meeting, { 400: { body: { ...meeting, category: "topic" } } }, 201),
  "news.update": ({ admin, ownNews }) =>
    rowOf(
      { path: `/api/news/${ownNews}`, body: { ...meeting, content: "In June." }, as: admin.token },
      { 400: { body: {} }, 403: asMember }
    ),
  "news.listFeeds": ofAdmins("/api/news/feeds"),
  "news.addFeed": ({ admin, feed: { url } }) =>
    row(
      { path: "/api/news/feeds", body: { url }, as: admin.token },
      {
        400: { body: { url: "feeds.example" } },
        403: asMember,
        409: { body: { url: "https://feeds.example/another" } }
      },
      201
    ),
  "news.removeFeed": ({ admin, feed: { id } }) =>
    row({ path: `/api/news/feeds/${id}`, as: admin.token }, { 403: asMember, 404: { path: "/api/news/feeds/7" } }),
  "community.get": ofAdmins("/api/community"),
  "community.update": ofAdmins(
    "/api/community",
    { registration: "open", reviewFirstPosts: 0 },
    { 400: { body: { registration: "half" } }, 409: { body: { audiences: false } } }
  )
}
