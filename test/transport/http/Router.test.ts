import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Schema } from "effect"
import { decimal } from "../../../src/api/Query.ts"
import { CommentId } from "../../../src/domain/Ids.ts"
import { noEndpoint } from "../../../src/transport/http/Endpoints.ts"
import { makeRouter } from "../../../src/transport/http/Router.ts"

const decodePath = Schema.decodeUnknownEither(Schema.Struct({ id: decimal(CommentId) }))

const at = (method: string, path: string) =>
  [
    { ...noEndpoint, method, path, ...(path.includes(":id") ? { decodePath } : {}) },
    { said: `${method} ${path}` }
  ] as const

const route = makeRouter(
  {
    all: [
      at("GET", "/"),
      at("GET", "/api/things"),
      at("POST", "/api/things"),
      at("GET", "/api/things/me"),
      at("GET", "/api/things/:id"),
      at("PATCH", "/api/things/:id"),
      at("POST", "/api/own/things/:id/turn"),
      at("GET", "/feeds/things/:id.xml")
    ],
    refuse: { said: "no endpoint" }
  },
  {
    all: [
      at("GET", "/"),
      at("GET", "/things"),
      at("GET", "/things/:id"),
      at("POST", "/things/:id"),
      at("GET", "/a.Bc.css")
    ],
    refuse: { said: "no page" }
  }
)

const html = "text/html,*/*;q=0.8"

const sent = (method: string, url: string, accept?: string) => {
  const request = new IncomingMessage(new Socket())
  return route(Object.assign(request, { method, url, headers: { accept } }))
}

const found = (method: string, url: string, accept?: string) => sent(method, url, accept).answer.said

describe("The router", () => {
  it("finds an endpoint in every spelling of its path, with its id as it was sent", () => {
    const [list, one] = ["GET /api/things", "GET /api/things/:id"]
    for (const [url, expected, id] of [
      ["/api/things", list],
      ["/API/Things/", list],
      ["//api///things//", list],
      ["/api/th%69ngs?x=1", list],
      ["http://host.example/api/things", list],
      ["/api/things/me", "GET /api/things/me"],
      ["/Api/things/7/", one, "7"],
      ["/api/things/%37", one, "7"],
      ["/feeds/things/7.XML", "GET /feeds/things/:id.xml", "7"],
      ["*", "GET /"],
      ["", "GET /"]
    ] as const) {
      const { answer, routed } = sent("GET", url)
      deepStrictEqual([url, answer.said, routed.id], [url, expected, id])
    }
    deepStrictEqual(found("HEAD", "/api/things/7"), one)
    deepStrictEqual(sent("POST", "/api/own/things/7/turn").routed.path, { id: 7 })
    deepStrictEqual(sent("GET", "/API//things/7/?x=1#y").routed.url, "/api/things/7?x=1")
  })

  it("finds a page as it is written, except for escapes and a slash at the end", () => {
    deepStrictEqual(found("GET", "/things/"), "GET /things")
    deepStrictEqual([found("GET", "/th%69ngs"), sent("GET", "/th%69ngs").routed.url], ["GET /things", "/things"])
    deepStrictEqual(found("HEAD", "/things/7"), "GET /things/:id")
    deepStrictEqual(found("POST", "/things/7?x=1", html), "POST /things/:id")
    deepStrictEqual(found("GET", "/a.Bc.css"), "GET /a.Bc.css")
    for (const url of ["/Things", "//things", "/things%2F7", "/things//7", "/a.bc.css", "/things/x", "/things/7/8"]) {
      deepStrictEqual([url, found("GET", url, html), found("GET", url)], [url, "no page", "no endpoint"])
    }
  })

  it("lets Accept decide at / and for unknown paths outside of the API", () => {
    deepStrictEqual([found("GET", "/", html), found("GET", "/")], ["GET /", "GET /"])
    deepStrictEqual(sent("GET", "/", html).answer === sent("GET", "/").answer, false)
    deepStrictEqual([found("GET", "/nowhere", html), found("GET", "/nowhere")], ["no page", "no endpoint"])
    deepStrictEqual(
      [found("POST", "/nowhere", html), found("GET", "/api/nowhere", html)],
      ["no endpoint", "no endpoint"]
    )
  })

  it("names the methods of a path that takes another one, on either side, and none where the id is malformed", () => {
    for (const [method, url, answer, allowed, isMalformed] of [
      ["PUT", "/api/things", "no endpoint", ["GET", "HEAD", "POST"], false],
      ["PUT", "/api/things/7", "no endpoint", ["GET", "HEAD", "PATCH"], false],
      ["PUT", "/api/things/me", "no endpoint", ["GET", "HEAD"], false],
      ["PUT", "/things/7", "no page", ["GET", "HEAD", "POST"], false],
      ["PUT", "/", "no endpoint", ["GET", "HEAD"], false],
      ["GET", "/api/things/x", "no endpoint", [], true],
      ["PUT", "/api/things/x", "no endpoint", [], false],
      ["GET", "/api/things/:id", "no endpoint", [], true],
      ["GET", "/api/nowhere", "no endpoint", [], false]
    ] as const) {
      const { answer: by, routed } = sent(method, url)
      deepStrictEqual(
        [method, url, by.said, routed.allowed, routed.isMalformed],
        [method, url, answer, allowed, isMalformed]
      )
    }
  })
})
