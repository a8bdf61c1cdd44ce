import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual, throws } from "@effect/vitest/utils"
import { packBuilt, unpackBuilt } from "../../../../src/adapters/node/phenotypes/BuiltFile.ts"

const data = {
  version: "été",
  odd: Uint8Array.of(1, 2, 3),
  nested: { short: Uint16Array.of(4, 65_535, 6), long: Uint32Array.of(7, 4_294_967_295), empty: new Uint32Array(0) },
  weights: Float32Array.of(0.5, -2),
  list: ["array", null, { array: "a word" }]
}

describe("unpackBuilt", () => {
  it("gives the key and the value that were packed, with arrays of every type", () => {
    deepStrictEqual(unpackBuilt(packBuilt("the key", data)), { key: "the key", data })
  })

  it("copies no array: each is a part of the bytes", () => {
    const bytes = packBuilt("", data.nested.long)
    const { data: long } = unpackBuilt(bytes)
    strictEqual(long instanceof Uint32Array && long.buffer === bytes.buffer, true)
  })

  it("throws on bytes that end too early", () => {
    const bytes = packBuilt("", data)
    throws(() => unpackBuilt(bytes.slice(0, bytes.length - 8)))
    throws(() => unpackBuilt(bytes.slice(0, 3)))
  })
})
