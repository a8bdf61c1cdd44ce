import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { describe, expect, it, layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, FastCheck as fc } from "effect"
import { gzipAround, takesGzip, variantsOf } from "../../../src/transport/wire/Compression.ts"
import { community } from "../../support/Community.ts"
import { answer, publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { ask } from "../../support/Raw.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { at } from "../../support/Wire.ts"

describe("gzipAround", () => {
  it("gives a body that unzips to its parts around the middle", () => {
    const bytes = fc.uint8Array({ maxLength: 3_000 })
    fc.assert(
      fc.property(bytes, bytes, fc.nat(), (before, after, number) => {
        const [head, tail] = [Buffer.from(before), Buffer.from(after)]
        const around = gzipAround(head, tail)
        for (const middle of [Buffer.from(String(number)), Buffer.from(String(number + 1))]) {
          expect(gunzipSync(around(middle)).equals(Buffer.concat([head, middle, tail]))).toBe(true)
        }
      })
    )
  })
})

describe("variantsOf", () => {
  it("gives each coding the same text and tag, and makes each once", () => {
    const text = "a text that repeats itself. ".repeat(100)
    const variants = variantsOf(Buffer.from(text), "text/html; charset=utf-8", 'W/"tag"')
    const bytesFor = (coding: string | undefined) => {
      const { body, headers } = variants(coding)
      strictEqual(headers["etag"], 'W/"tag"')
      return body._tag === "Uint8Array" ? Buffer.from(body.body) : Buffer.alloc(0)
    }
    strictEqual(bytesFor(undefined).toString(), text)
    strictEqual(brotliDecompressSync(bytesFor("gzip, br")).toString(), text)
    strictEqual(gunzipSync(bytesFor("gzip")).toString(), text)
    const again = variants("gzip, br")
    assertTrue(again === variants("br"))
  })
})

describe("takesGzip", () => {
  it("is true for a client that takes gzip, whatever it says about brotli", () => {
    const taken = ["gzip", "br, gzip", "gzip, deflate, br, zstd"].map(takesGzip)
    const refused = [undefined, "", "br", "identity", "gzip;q=0", "br;q=1, identity"].map(takesGzip)
    deepStrictEqual([taken, refused], [taken.map(() => true), refused.map(() => false)])
  })
})

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })("Answers of text", (it) => {
    it.effect("over 1 kB are compressed for clients that take it, lists of the API included, others are not", () =>
      Effect.gen(function* () {
        const member = yield* join()
        yield* Effect.forEach([1, 2, 3, 4], () => publish(member))
        for (const [coding, path] of [
          ["br", "/api/posts"],
          ["gzip", "/api/diseases"],
          ["br", "/posts"]
        ] as const) {
          const plain = yield* ask("GET", path)
          for (const _ of [1, 2, 3]) {
            const { headers, text } = yield* ask("GET", path, { headers: { "accept-encoding": coding } })
            deepStrictEqual([path, headers["content-encoding"], text], [path, coding, plain.text])
            assertTrue(Number(headers["content-length"]) < Buffer.byteLength(text))
            assertTrue(String(headers.vary).includes("Accept-Encoding"))
          }
        }
        const short = yield* ask("GET", "/health", { headers: { "accept-encoding": "br" } })
        strictEqual(short.headers["content-encoding"], undefined)
      })
    )

    it.effect("count on where they are a cached post, whose number of views is renewed between compressed parts", () =>
      Effect.gen(function* () {
        const member = yield* join()
        const { id } = yield* publish(member)
        yield* answer(member, id, "a long answer ".repeat(100))
        const views = yield* Effect.forEach([1, 2, 3, 4, 5], () =>
          Effect.map(
            ask("GET", `/api/posts/${id}`, { headers: { "accept-encoding": "gzip, br" } }),
            ({ headers, text }) => {
              assertTrue(headers["content-encoding"] !== undefined)
              return at(JSON.parse(text), "viewCount")
            }
          )
        )
        deepStrictEqual(views, [1, 2, 3, 4, 5])
      })
    )
  })
}
