import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Option, type Schema, SchemaAST, Struct } from "effect"
import { CommunityTools } from "../../../src/api/tools/CommunityTools.ts"
import { ToolMetadata } from "../../../src/api/tools/Tool.ts"
import { allEndpoints } from "../../../src/transport/http/Endpoints.ts"
import { type Defined, endpoints } from "../../support/Endpoints.ts"

/** The endpoints that a tool stands for, and where its arguments are called otherwise than their parameters. */
interface Twin {
  readonly of: ReadonlyArray<string>
  readonly renamed?: Readonly<Record<string, string>>
  /** Parameters that the tool does not take, each with the reason. */
  readonly without?: Readonly<Record<string, string>>
  /** Arguments of another type than their parameters, each with the reason. */
  readonly otherwise?: Readonly<Record<string, string>>
  /** Arguments that stand for no parameter, each with the reason. */
  readonly beside?: Readonly<Record<string, string>>
}

const byPost = { renamed: { id: "postId" } }
const ofHeader = { idempotencyKey: "the header Idempotency-Key" }

const twins: Readonly<Record<string, Twin>> = {
  search_community: {
    of: ["GET /api/posts"],
    renamed: { search: "query" },
    otherwise: { query: "without words list_posts is meant" }
  },
  list_posts: { of: ["GET /api/posts"] },
  get_post: {
    of: ["GET /api/posts/:id", "GET /api/posts/:id/comments"],
    without: { cursor: "an agent reads the comments of a post by page" },
    ...byPost
  },
  create_post: { of: ["POST /api/posts"], beside: ofHeader },
  reply_to_post: { of: ["POST /api/posts/:id/comments"], ...byPost, beside: ofHeader },
  like_post: {
    of: ["POST /api/posts/:id/like", "PUT /api/posts/:id/like", "DELETE /api/posts/:id/like"],
    ...byPost,
    beside: { liked: "the method says which state is wanted", ...ofHeader }
  },
  delete_post: { of: ["DELETE /api/posts/:id"], ...byPost, beside: ofHeader },
  browse_news: { of: ["GET /api/news"] },
  get_news: { of: ["GET /api/news/:id"], renamed: { id: "newsId" } },
  find_diseases: {
    of: ["GET /api/diseases", "GET /api/diseases/:id"],
    renamed: { id: "diseaseId" },
    without: { excluded: "symptoms says what is absent" }
  },
  get_community_stats: { of: ["GET /api/stats"] },
  get_notifications: { of: ["GET /api/notifications"] },
  mark_notifications_read: { of: ["PATCH /api/notifications"], beside: ofHeader },
  find_similar_discussions: { of: [] },
  report_content: { of: ["POST /api/reports"], beside: ofHeader }
}

const account = "accounts and credentials are not the business of an agent"
const feeds = "feed readers read what the lists and get_post give to agents"
const ownPosts = "an agent does not change posts"
const translations = "agents read every language"
const comments = "an agent neither changes nor deletes comments"
const members = "an agent looks up no members"
const moderation = "an agent neither moderates nor appeals, and its member reads the decisions"
const transport = "a transport or an operator's endpoint, which no agent calls as a tool"

/** Endpoints without a tool, each with the reason. */
const withoutTool: Readonly<Record<string, string>> = {
  "POST /api/auth/register": account,
  "POST /api/auth/login": account,
  "GET /feeds/posts.xml": feeds,
  "GET /feeds/posts/:id.xml": feeds,
  "GET /feeds/news.xml": feeds,
  "POST /api/auth/logout": account,
  "POST /api/auth/apikeys": account,
  "GET /api/auth/apikeys": account,
  "DELETE /api/auth/apikeys": account,
  "POST /api/auth/apikeys/:id/rotate": account,
  "GET /api/auth/sessions": account,
  "DELETE /api/auth/sessions": account,
  "POST /api/auth/passkeys": account,
  "GET /api/auth/passkeys": account,
  "GET /api/auth/passkeys/:id": account,
  "PATCH /api/auth/passkeys/:id": account,
  "DELETE /api/auth/passkeys/:id": account,
  "POST /api/auth/passkeys/options": account,
  "POST /api/auth/passkeys/login": account,
  "POST /api/auth/passkeys/login/options": account,
  "GET /api/auth/second-factor": account,
  "POST /api/auth/second-factor": account,
  "PUT /api/auth/second-factor": account,
  "DELETE /api/auth/second-factor": account,
  "POST /api/auth/second-factor/recovery-codes": account,
  "POST /api/auth/password": account,
  "POST /api/auth/password/forgot": account,
  "POST /api/auth/password/reset": account,
  "POST /api/auth/email/confirm": account,
  "PATCH /api/posts/:id": ownPosts,
  "GET /api/posts/:id/revisions": ownPosts,
  "GET /api/comments/:id": "get_post reads comments with their post",
  "GET /api/comments/:id/revisions": comments,
  "GET /api/posts/:id/translation": translations,
  "GET /api/comments/:id/translation": translations,
  "PATCH /api/comments/:id": comments,
  "DELETE /api/comments/:id": comments,
  "PUT /api/comments/:id/helped": "the member says in person what helped",
  "DELETE /api/comments/:id/helped": "the member says in person what helped",
  "POST /api/comments/:id/like": "an agent likes posts",
  "PUT /api/comments/:id/like": "an agent likes posts",
  "DELETE /api/comments/:id/like": "an agent likes posts",
  "PUT /api/posts/:id/place": "pages note how far the member has read",
  "GET /api/posts/:id/like": "get_post tells whether the member likes the post, and like_post the count",
  "GET /api/phenotypes": "find_diseases takes symptoms in words",
  "GET /api/phenotypes/:id": "find_diseases takes symptoms in words",
  "GET /api/reports": moderation,
  "GET /api/reports/:id": moderation,
  "GET /api/moderation/queue": moderation,
  "GET /api/moderation/health": moderation,
  "POST /api/decisions": moderation,
  "GET /api/decisions": moderation,
  "GET /api/decisions/:id": moderation,
  "POST /api/decisions/:id/appeal": moderation,
  "PATCH /api/decisions/:id/appeal": moderation,
  "GET /api/users": members,
  "GET /api/users/me": members,
  "PATCH /api/users/me": members,
  "GET /api/users/:id": members,
  "PATCH /api/users/:id": members,
  "PUT /api/users/:id/verification": "an agent cannot verify",
  "DELETE /api/users/:id/verification": "an agent cannot verify",
  "PUT /api/users/me/verification-request": "only the member in person asks to be verified",
  "DELETE /api/users/me/verification-request": "only the member in person asks to be verified",
  "GET /api/verification-requests": "an agent cannot verify",
  "DELETE /api/verification-requests/:id": "an agent cannot verify",
  "GET /api/push": "a device of a person",
  "POST /api/push/subscriptions": "a device of a person",
  "DELETE /api/push/subscriptions/:id": "a device of a person",
  "POST /api/invitations": account,
  "GET /api/invitations": account,
  "DELETE /api/invitations/:id": account,
  "POST /api/users/:id/password-link": account,
  "POST /api/webhooks": account,
  "GET /api/webhooks": account,
  "PATCH /api/webhooks/:id": account,
  "DELETE /api/webhooks/:id": account,
  "GET /api/community": account,
  "PATCH /api/community": account,
  "DELETE /api/news/:id": moderation,
  "POST /api/news": "only admins write news",
  "PUT /api/news/:id": "only admins write news",
  "GET /api/news/feeds": account,
  "POST /api/news/feeds": account,
  "DELETE /api/news/feeds/:id": account,
  "DELETE /api/users/:id/credentials": account,
  "PUT /api/users/:id/suspension": account,
  "DELETE /api/users/:id/suspension": account,
  "GET /api/users/me/export": "only the member in person exports",
  "DELETE /api/users/me": "only the member in person leaves",
  "PUT /api/users/:id/block": account,
  "DELETE /api/users/:id/block": account,
  "GET /api/users/me/blocks": account,
  "PUT /api/posts/:id/follow": account,
  "DELETE /api/posts/:id/follow": account,
  "PUT /api/diseases/:id/follow": account,
  "DELETE /api/diseases/:id/follow": account,
  "PUT /api/users/:id/follow": account,
  "DELETE /api/users/:id/follow": account,
  "GET /api/users/me/follows": account,
  "GET /api/users/me/settings": account,
  "PATCH /api/users/me/settings": account,
  "GET /api/audit": account,
  "GET /api/notifications/stream": transport,
  "GET /api/mcp": transport,
  "POST /api/mcp": transport,
  "DELETE /api/mcp": transport,
  "POST /api/rpc": transport,
  "GET /health": transport,
  "GET /ready": transport,
  "GET /metrics": transport,
  "GET /api/openapi.json": transport,
  "GET /docs": transport,
  "GET /": transport,
  "GET /.well-known/ai-catalog.json": transport,
  "GET /api/mcp/server-card": transport,
  "GET /llms.txt": transport,
  "GET /skill.md": transport
}

const namesIn = (schema: Option.Option<Schema.Schema.All>) =>
  Option.match(schema, {
    onNone: () => [],
    onSome: ({ ast }) => SchemaAST.getPropertySignatures(SchemaAST.typeAST(ast)).map(({ name }) => String(name))
  })

/** The schemas of what an endpoint is sent: of its path, its query and its body. */
const schemasOf = ({ endpoint }: Defined) => [endpoint.pathSchema, endpoint.urlParamsSchema, endpoint.payloadSchema]

/** A type in words, without descriptions: null, what is missing and an Option of nothing are the same to a caller. */
const shapeOf = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "Refinement": {
      const annotation = Option.getOrElse(SchemaAST.getJSONSchemaAnnotation(ast), () => ({}))
      const limits = Object.entries(annotation).filter(([key]) => !["description", "examples", "type"].includes(key))
      return [shapeOf(ast.from), ...limits.map(([key, limit]) => `${key} ${JSON.stringify(limit)}`)].join(" ")
    }
    case "Union": {
      const members = ast.types.map(shapeOf).filter((shape) => shape !== "nothing")
      return Array.from(new Set(members)).sort().join(" | ")
    }
    case "Declaration":
      return ast.typeParameters.map(shapeOf).join()
    case "TypeLiteral":
      return `{${ast.propertySignatures.map(({ name, type }) => `${String(name)}: ${shapeOf(type)}`).join(", ")}}`
    case "TupleType":
      return `[${ast.rest.map(({ type }) => shapeOf(type)).join()}]`
    case "Literal":
      return ast.literal === null ? "nothing" : JSON.stringify(ast.literal)
    case "UndefinedKeyword":
      return "nothing"
    default:
      return ast._tag
  }
}

const typesIn = (schema: Option.Option<Schema.Schema.All>): ReadonlyArray<readonly [string, string]> =>
  Option.match(schema, {
    onNone: () => [],
    onSome: ({ ast }) =>
      SchemaAST.getPropertySignatures(SchemaAST.typeAST(ast)).map(({ name, type }) => [String(name), shapeOf(type)])
  })

describe("Tools and their REST twins", () => {
  for (const { _tag, annotations } of CommunityTools.requests.values()) {
    it(`${_tag} counts in the limits of its endpoints, and needs their scope`, () => {
      const { needsScope, scopes } = Context.unsafeGet(annotations, ToolMetadata).facts
      const own = allEndpoints.filter(({ method, path }) => twins[_tag]?.of.includes(`${method} ${path}`))
      strictEqual(own.length, twins[_tag]?.of.length)
      for (const endpoint of own) deepStrictEqual([endpoint.scopes, endpoint.needsScope], [scopes, needsScope])
    })
  }

  for (const { _tag, payloadSchema } of CommunityTools.requests.values()) {
    it(`${_tag} takes each parameter of its endpoints, and no other argument`, () => {
      const { beside = {}, of = [], renamed = {}, without = {} } = twins[_tag] ?? {}
      if (of.length === 0) return
      const parameters = endpoints
        .filter(({ name }) => of.includes(name))
        .flatMap((defined) => schemasOf(defined).flatMap(namesIn))
        .filter((name) => !Object.hasOwn(without, name))
        .map((name) => renamed[name] ?? name)
        .concat(Object.keys(beside))
      deepStrictEqual(namesIn(Option.some(payloadSchema)).sort(), Array.from(new Set(parameters)).sort())
    })
  }

  for (const { _tag, payloadSchema } of CommunityTools.requests.values()) {
    it(`${_tag} takes each argument in the type of the parameter`, () => {
      const { of = [], otherwise = {}, renamed = {} } = twins[_tag] ?? {}
      const types = new Map(
        endpoints
          .filter(({ name }) => of.includes(name))
          .flatMap((defined) => schemasOf(defined).flatMap(typesIn))
          .map(([name, type]) => [renamed[name] ?? name, type])
      )
      const other = typesIn(Option.some(payloadSchema)).filter(([name, type]) => (types.get(name) ?? type) !== type)
      deepStrictEqual(
        other.map(([name]) => name),
        Object.keys(otherwise)
      )
    })
  }

  it("leave out no endpoint, unless it is listed with the reason", () => {
    const named = [...Struct.entries(twins).flatMap(([, { of }]) => of), ...Object.keys(withoutTool)]
    deepStrictEqual(Array.from(new Set(named)).sort(), endpoints.map(({ name }) => name).sort())
  })

  it("have a row here for each tool", () => {
    deepStrictEqual(Object.keys(twins).sort(), Array.from(CommunityTools.requests.keys()).sort())
  })
})
