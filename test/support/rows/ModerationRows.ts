import { nobody, type Row, type World } from "./World.ts"

const rule = "No advertisements"

/** The endpoints of reports and decisions. */
export const moderationRows: Readonly<Record<string, (world: World) => Row>> = {
  "reports.send": ({ bob, spam, reported }) => {
    const path = "/api/reports"
    const body = { target: { type: "post", id: spam.id }, reason: "spam" }
    return {
      status: 201,
      ask: { path, body },
      fails: {
        400: { path, body, as: bob.token },
        404: { path, body: { ...body, target: { type: "post", id: nobody } } },
        409: { path, body: { ...body, target: { type: "comment", id: reported.id } } }
      }
    }
  },
  "reports.list": () => ({
    status: 200,
    ask: { path: "/api/reports" },
    fails: { 400: { path: "/api/reports?status=closed" } }
  }),
  "reports.get": ({ report }) => ({
    status: 200,
    ask: { path: `/api/reports/${report}` },
    fails: { 404: { path: `/api/reports/${nobody}` } }
  }),
  "moderation.queue": ({ admin }) => {
    const path = "/api/moderation/queue"
    return { status: 200, ask: { path, as: admin.token }, fails: { 403: { path } } }
  },
  "moderation.health": ({ admin }) => {
    const path = "/api/moderation/health"
    return { status: 200, ask: { path, as: admin.token }, fails: { 403: { path } } }
  },
  "decisions.decide": ({ admin, spam }) => {
    const path = "/api/decisions"
    const body = { target: { type: "post", id: spam.id }, action: "hide", rule, reason: "It sells pills." }
    return {
      status: 201,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: { ...body, action: "suspend" }, as: admin.token },
        403: { path, body },
        404: { path, body: { ...body, target: { type: "post", id: nobody } }, as: admin.token },
        409: { path, body: { ...body, action: "none" }, as: admin.token }
      }
    }
  },
  "decisions.list": () => ({
    status: 200,
    ask: { path: "/api/decisions" },
    fails: { 400: { path: "/api/decisions?userId=x" } }
  }),
  "decisions.get": ({ decision }) => ({
    status: 200,
    ask: { path: `/api/decisions/${decision}` },
    fails: { 404: { path: `/api/decisions/${nobody}` } }
  }),
  "decisions.appeal": ({ admin, bob, appealed, decision }) => {
    const path = `/api/decisions/${decision}/appeal`
    const body = { text: "It does not." }
    return {
      status: 201,
      ask: { path, body },
      fails: {
        400: { path, body: {} },
        403: { path, body, as: admin.token },
        404: { path: `/api/decisions/${nobody}/appeal`, body },
        409: { path: `/api/decisions/${appealed}/appeal`, body, as: bob.token }
      }
    }
  },
  "decisions.decideAppeal": ({ admin, appealed, bob, settled }) => {
    const path = `/api/decisions/${appealed}/appeal`
    const body = { outcome: "upheld", reason: "It does." }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: {}, as: admin.token },
        403: { path, body, as: bob.token },
        404: { path: `/api/decisions/${nobody}/appeal`, body, as: admin.token },
        409: { path: `/api/decisions/${settled}/appeal`, body, as: admin.token }
      }
    }
  },
  "news.create": ({ admin }) => {
    const path = "/api/news"
    const body = { title: "A meeting", content: "In May.", category: "policy" }
    return {
      status: 201,
      ask: { path, body, as: admin.token },
      fails: { 400: { path, body: { ...body, category: "topic" }, as: admin.token }, 403: { path, body } }
    }
  },
  "news.update": ({ admin, ownNews }) => {
    const path = `/api/news/${ownNews}`
    const body = { title: "A meeting", content: "In June.", category: "policy" }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: {}, as: admin.token },
        403: { path, body },
        404: { path: `/api/news/${nobody}`, body, as: admin.token }
      }
    }
  },
  "news.listFeeds": ({ admin }) => {
    const path = "/api/news/feeds"
    return { status: 200, ask: { path, as: admin.token }, fails: { 403: { path } } }
  },
  "news.addFeed": ({ admin, feed: { url } }) => {
    const path = "/api/news/feeds"
    return {
      status: 201,
      ask: { path, body: { url }, as: admin.token },
      fails: {
        400: { path, body: { url: "feeds.example" }, as: admin.token },
        403: { path, body: { url } },
        409: { path, body: { url: "https://feeds.example/another" }, as: admin.token }
      }
    }
  },
  "news.removeFeed": ({ admin, feed: { id } }) => {
    const path = `/api/news/feeds/${id}`
    return {
      status: 200,
      ask: { path, as: admin.token },
      fails: { 403: { path }, 404: { path: "/api/news/feeds/7", as: admin.token } }
    }
  },
  "community.get": ({ admin }) => {
    const path = "/api/community"
    return { status: 200, ask: { path, as: admin.token }, fails: { 403: { path } } }
  },
  "community.update": ({ admin }) => {
    const path = "/api/community"
    const body = { registration: "open", reviewFirstPosts: 0 }
    return {
      status: 200,
      ask: { path, body, as: admin.token },
      fails: {
        400: { path, body: { registration: "half" }, as: admin.token },
        403: { path, body },
        409: { path, body: { audiences: false }, as: admin.token }
      }
    }
  }
}
