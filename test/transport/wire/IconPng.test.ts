import { inflateSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { iconPng } from "../../../src/transport/wire/IconPng.ts"

/** The width and the pixels of a PNG as this server writes it: one part of data, no filters. */
const read = (png: Buffer) => {
  const width = png.readUInt32BE(16)
  const at = png.indexOf("IDAT")
  const lines = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  /** The colour at a place on the square of 32 units that the SVG draws on. */
  const colourAt = (x: number, y: number) => {
    const pixel = Math.floor((y / 32) * width) * (1 + 3 * width) + 1 + 3 * Math.floor((x / 32) * width)
    return `#${lines.toString("hex", pixel, pixel + 3)}`
  }
  return { width, colourAt }
}

describe("iconPng", () => {
  it("draws the strokes of the SVG on the whole square in the colour", () => {
    for (const pixels of [180, 512]) {
      const { colourAt, width } = read(iconPng(pixels, "#1d4f91"))
      expect(width).toBe(pixels)
      for (const [x, y] of [
        [0, 0],
        [31.9, 31.9],
        [19, 8],
        [5, 16]
      ] as const)
        expect(colourAt(x, y)).toBe("#1d4f91")
      for (const [x, y] of [
        [9, 16],
        [16, 18],
        [20, 12],
        [13, 22],
        [23, 9]
      ] as const) {
        expect(colourAt(x, y)).toBe("#fbf7ef")
      }
    }
  })
})
