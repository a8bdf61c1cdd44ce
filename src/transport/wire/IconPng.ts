import { crc32, deflateSync } from "node:zlib"

/** The strokes of `icon.svg`, on a square of 32 units: from x, y to x, y. */
const strokes: ReadonlyArray<readonly [number, number, number, number]> = [
  [9, 25, 9, 8],
  [9, 11, 23, 25],
  [16, 8, 23, 15],
  [9, 18, 16, 25],
  [23, 8, 23, 11]
]

const units = 32
const halfStroke = 1.5
const strokeColour = [0xfb, 0xf7, 0xef]

/** The strokes lie between these coordinates. */
const [low, high] = [6, 27]

/** The distance of a place to the nearest stroke. */
const distanceTo = (x: number, y: number): number => {
  let least = Number.POSITIVE_INFINITY
  for (const [fromX, fromY, toX, toY] of strokes) {
    const [lengthX, lengthY] = [toX - fromX, toY - fromY]
    const along = ((x - fromX) * lengthX + (y - fromY) * lengthY) / (lengthX * lengthX + lengthY * lengthY)
    const share = Math.min(1, Math.max(0, along))
    const [offX, offY] = [x - fromX - share * lengthX, y - fromY - share * lengthY]
    least = Math.min(least, offX * offX + offY * offY)
  }
  return Math.sqrt(least)
}

/** A part of the file with its length and its checksum (PNG, third edition, 5.3). */
const chunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}

/**
 * The mark of `icon.svg` on a colour such as `#17645f`, as a PNG of some pixels a side: home screens take no SVG. The
 * colour fills the square, whose corners the device rounds itself.
 */
export const iconPng = (pixels: number, colour: string): Buffer => {
  const ground = Buffer.from(colour.slice(1), "hex")
  const scale = units / pixels
  // Each line begins with the number of its filter: none.
  const line = Buffer.concat([Buffer.alloc(1), ...Array.from({ length: pixels }, () => ground)])
  const lines = Buffer.concat(Array.from({ length: pixels }, () => line))
  for (let row = Math.floor(low / scale); row < high / scale; row++) {
    for (let column = Math.floor(low / scale); column < high / scale; column++) {
      const distance = distanceTo((column + 0.5) * scale, (row + 0.5) * scale)
      const share = Math.min(1, Math.max(0, 0.5 + (halfStroke - distance) / scale))
      const at = row * line.length + 1 + 3 * column
      for (let channel = 0; share > 0 && channel < 3; channel++) {
        const from = ground[channel] ?? 0
        lines[at + channel] = Math.round(from + share * ((strokeColour[channel] ?? 0) - from))
      }
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  header.set([8, 2], 8) // eight bits a channel, red, green and blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(lines)), chunk("IEND", Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}
