import { describe, expect, it } from "@effect/vitest"
import { decodeBytes } from "../src/DecodeBytes.ts"

const text = "Sjögren: étude inventée"
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`
const utf8 = (written: string) => Buffer.from(written, "utf8")
const latin1 = (written: string) => Buffer.from(written, "latin1")
const utf16le = (written: string) => Buffer.from(written, "utf16le")
const utf16be = (written: string) => utf16le(written).swap16()
const marked = (bytes: Buffer, ...mark: ReadonlyArray<number>) => Buffer.concat([Buffer.from(mark), bytes])

describe("decodeBytes", () => {
  it.each<readonly [string, Buffer, string | undefined]>([
    ["UTF-8 without a declaration", utf8(`<a>${text}</a>`), undefined],
    ["the encoding of the XML declaration", latin1(declared("ISO-8859-1")), undefined],
    [
      "the encoding of an XML declaration in single quotes",
      latin1(declared("ISO-8859-1").replaceAll('"', "'")),
      undefined
    ],
    ["the charset of HTTP", latin1(`<a>${text}</a>`), "text/xml; charset=iso-8859-1"],
    ["the charset of HTTP before the declaration", utf8(declared("ISO-8859-1")), 'application/xml; charset="UTF-8"'],
    ["the byte order mark before the declaration", marked(utf8(declared("ISO-8859-1")), 0xef, 0xbb, 0xbf), undefined],
    ["the byte order mark before HTTP", marked(utf8(declared("UTF-8")), 0xef, 0xbb, 0xbf), "text/xml; charset=latin1"],
    ["UTF-16 with a mark", marked(utf16le(declared("UTF-16")), 0xff, 0xfe), undefined],
    ["big-endian UTF-16 with a mark", marked(utf16be(declared("UTF-16")), 0xfe, 0xff), undefined],
    ["UTF-16 without a mark", utf16le(declared("UTF-16")), undefined],
    ["UTF-8 that declares UTF-16 in single bytes", utf8(declared("UTF-16")), undefined],
    [
      "declared UTF-8 from a server that calls everything Latin-1",
      utf8(declared("utf-8")),
      "text/xml; charset=ISO-8859-1"
    ],
    ["Western European text that declares UTF-8", latin1(declared("UTF-8")), undefined],
    ["UTF-8 for an unknown encoding", utf8(declared("klingon")), "text/xml; charset=x-unknown"]
  ])("decodes %s", (_, bytes, contentType) => expect(decodeBytes(bytes, contentType)).toContain(text))

  it("decodes the quotes and dashes of Windows in a text that declares Latin-1", () => {
    const bytes = Buffer.concat([latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>`), Buffer.of(0x93, 0x96, 0x94)])
    expect(decodeBytes(bytes)).toMatch(/“–”$/)
  })

  it("decodes UTF-8 whose last character is cut", () => {
    expect(decodeBytes(utf8("Sjögren é").subarray(0, -1))).toMatch(/^Sjögren /)
  })
})
