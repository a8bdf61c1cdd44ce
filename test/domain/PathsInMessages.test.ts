import { describe, expect, it } from "vitest"
import { sourcesOf } from "../architecture/Source.ts"
import { endpoints } from "../support/Endpoints.ts"

/** The paths of the API that texts name, with their methods where they have one: `GET /api/users/me`. */
const namedIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/(?:\b(?:GET|POST|PUT|PATCH|DELETE) )?\/api\/[\w/:-]*\w/g), ([named]) => named)

describe("A sentence of the domain", () => {
  it("names only paths and methods that the API has", () => {
    const paths = endpoints.flatMap(({ endpoint, name }) => [endpoint.path, name])
    const named = sourcesOf("src/domain").flatMap(({ text }) => namedIn(text))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((one) => !paths.includes(one))).toEqual([])
    expect(namedIn("look at GET /api/users/me, or list /api/posts?search=x")).toEqual([
      "GET /api/users/me",
      "/api/posts"
    ])
  })
})
