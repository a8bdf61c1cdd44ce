import { describe, expect, it } from "@effect/vitest"
import { decodeBytes } from "../../src/feeds/decodeBytes.ts"

const text = "Sjögren: étude inventée"
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`
const utf8 = (written: string) => Buffer.from(written, "utf8")
const latin1 = (written: string) => Buffer.from(written, "latin1")
const utf16le = (written: string) => Buffer.from(written, "utf16le")
const utf16be = (written: string) => utf16le(written).swap16()
const marked = (bytes: Buffer, ...mark: ReadonlyArray<number>) => Buffer.concat([Buffer.from(mark), bytes])

describe("The bytes of a feed are read", () => {
  it.each<readonly [string, Buffer, string | undefined]>([
    ["as UTF-8 where nothing is said", utf8(`<a>${text}</a>`), undefined],
    ["as the XML declaration says", latin1(declared("ISO-8859-1")), undefined],
    ["as the XML declaration says, in single quotes", latin1(declared("ISO-8859-1").replaceAll('"', "'")), undefined],
    ["as HTTP says", latin1(`<a>${text}</a>`), "text/xml; charset=iso-8859-1"],
    ["as HTTP says, before the declaration", utf8(declared("ISO-8859-1")), 'application/xml; charset="UTF-8"'],
    ["as the mark says, before the declaration", marked(utf8(declared("ISO-8859-1")), 0xef, 0xbb, 0xbf), undefined],
    ["as the mark says, before HTTP", marked(utf8(declared("UTF-8")), 0xef, 0xbb, 0xbf), "text/xml; charset=latin1"],
    ["as UTF-16 with a mark", marked(utf16le(declared("UTF-16")), 0xff, 0xfe), undefined],
    ["as big-endian UTF-16 with a mark", marked(utf16be(declared("UTF-16")), 0xfe, 0xff), undefined],
    ["as UTF-16 without a mark", utf16le(declared("UTF-16")), undefined],
    ["as UTF-8 where the declaration says UTF-16 in single bytes", utf8(declared("UTF-16")), undefined],
    [
      "as UTF-8 where it says so and a server calls everything Latin-1",
      utf8(declared("utf-8")),
      "text/xml; charset=ISO-8859-1"
    ],
    ["as Western European where it is called UTF-8 and is not", latin1(declared("UTF-8")), undefined],
    ["as UTF-8 where nobody knows the encoding that is named", utf8(declared("klingon")), "text/xml; charset=x-unknown"]
  ])("%s", (_, bytes, contentType) => expect(decodeBytes(bytes, contentType)).toContain(text))

  it("with the quotes and dashes of Windows, whatever it calls itself", () => {
    const bytes = Buffer.concat([latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>`), Buffer.of(0x93, 0x96, 0x94)])
    expect(decodeBytes(bytes)).toMatch(/“–”$/)
  })

  it("whole but for a character that the end cuts through", () => {
    expect(decodeBytes(utf8("Sjögren é").subarray(0, -1))).toMatch(/^Sjögren /)
  })
})
