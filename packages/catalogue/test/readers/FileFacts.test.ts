import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { bytesOf, factsOf, fileOf } from "../Fixtures.ts"

const kindsIn = (name: string, pieceBytes?: number) =>
  Effect.map(factsOf(fileOf(bytesOf(name), pieceBytes)), (facts) => Array.from(new Set(facts.map(({ kind }) => kind))))

const subsets = "id\tsubset\tgroup\n"

describe("factsIn", () => {
  const kinds: ReadonlyArray<readonly [file: string, ...kinds: ReadonlyArray<string>]> = [
    ["mondo_subsets.csv", "rare"],
    ["class-stats.tsv", "label"],
    ["new-rare-diseases.tsv", "formerNames"],
    ["mondo-rare_edges.tsv", "subclass"],
    ["mondo_exactmatch_orphanet.sssom.tsv", "mapping", "release"],
    ["mondo_hasdbxref_gard.sssom.tsv", "mapping", "release"],
    ["orphadata_specialties.csv", "specialty", "release"],
    ["orphadata_epidemiology.csv", "prevalence", "release"],
    ["en_product1.xml", "orphanetEntry", "release"],
    ["en_product3_1.xml", "classified", "release"],
    ["en_product6.xml", "gene", "release"],
    ["en_product7.xml", "specialty", "release"],
    ["en_product9_ages.xml", "naturalHistory", "release"],
    ["en_product9_prev.xml", "prevalence", "release"],
    ["doid.obo", "term", "release"],
    ["mondo.obo", "term", "release"]
  ]
  for (const [file, ...expected] of kinds) {
    it.effect(`recognises ${file} by its content, and reads the same facts in any pieces`, () =>
      Effect.gen(function* () {
        expect(yield* kindsIn(file)).toEqual(expected)
        const whole = yield* factsOf(fileOf(bytesOf(file)))
        expect(yield* factsOf(fileOf(bytesOf(file), 7))).toEqual(whole)
        expect(yield* factsOf(fileOf(gzipSync(bytesOf(file))))).toEqual(whole)
      })
    )
  }

  it.effect("decodes the encoding that the XML declares", () =>
    Effect.gen(function* () {
      const [entry] = yield* factsOf(fileOf(bytesOf("en_product1.xml")))
      expect(entry).toMatchObject({ synonyms: ["Böök amber & honey disease"], inactive: false })
      const declared = bytesOf("en_product1.xml").toString("latin1").replace("ISO-8859-1", "UTF-8")
      expect((yield* factsOf(fileOf(declared)))[0]).toEqual(entry)
    })
  )

  it.effect("finds nothing in a file of an unknown kind", () =>
    Effect.gen(function* () {
      const others = [
        "",
        "\n",
        bytesOf("LICENSE"),
        "<!doctype html><html><body>502</body></html>",
        '<?xml version="1.0"?><rss version="2.0"/>',
        "a\tb\n1\t2\n",
        "{}",
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])
      ]
      for (const other of others) expect(yield* factsOf(fileOf(other))).toEqual([])
    })
  )

  it.effect("believes a byte order mark more than a declaration", () =>
    Effect.gen(function* () {
      const table = bytesOf("mondo_subsets.csv")
      const marked = Buffer.concat([Buffer.from("\ufeff"), table])
      expect(yield* factsOf(fileOf(marked))).toEqual(yield* factsOf(fileOf(table)))
      const latin = bytesOf("en_product1.xml")
      const utf8 = Buffer.from(`\ufeff${latin.toString("latin1")}`)
      expect(yield* factsOf(fileOf(utf8))).toEqual(yield* factsOf(fileOf(latin)))
      const utf16 = Buffer.from(`\ufeff${table}`, "utf16le")
      expect(yield* factsOf(fileOf(utf16))).toEqual(yield* factsOf(fileOf(table)))
    })
  )

  const product = bytesOf("en_product9_ages.xml")
  const broken: ReadonlyArray<readonly [what: string, bytes: Uint8Array | string, said: RegExp]> = [
    ["XML that is cut off", product.subarray(0, product.length - 60), /a file: it is cut off/],
    ["XML that is not well formed", product.toString().replace("</Name>", "</Nam>"), /it is not well-formed XML/],
    ["gzip that is cut off", gzipSync(product).subarray(0, 200), /a file: it is cut off/],
    ["gzip that is damaged", Buffer.from([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), /a file: /],
    ["an ontology that is cut off", bytesOf("doid.obo").subarray(0, -1), /it is cut off in its last line/],
    ["a table that is cut off", `${subsets}MONDO:1\trare\tdiseases\nMONDO:2\tra`, /Invalid Record Length/],
    ["a table not in UTF-8", Buffer.concat([Buffer.from(subsets), Buffer.from([0xff])]), /it is not text in utf-8/],
    ["a quote that is never closed", `${subsets}"MONDO:1\trare\tx\n${"y\n".repeat(700_000)}`, /Max Record Size/],
    [
      "an encoding that nobody knows",
      '<?xml version="1.0" encoding="x-none"?><JDBOR/>',
      /encoding x-none is not known/
    ],
    ["XML nested too deep", `<JDBOR>${"<a>".repeat(300)}`, /nested deeper than 256/],
    [
      "XML with an entity of its own",
      '<?xml version="1.0"?><JDBOR><DisorderList><Disorder><Name>&x;</Name></Disorder></DisorderList></JDBOR>',
      /not well-formed XML: Invalid character entity/
    ]
  ]
  for (const [what, bytes, said] of broken) {
    it.effect(`fails without any fact for ${what}`, () =>
      Effect.gen(function* () {
        expect(yield* Effect.flip(factsOf(fileOf(bytes)))).toMatch(said)
      })
    )
  }

  it.effect("holds no more than one record of a long document in memory", () =>
    Effect.gen(function* () {
      const disorder = '<Disorder><OrphaCode>1</OrphaCode><Name>A name</Name><SynonymList count="0"/></Disorder>\n'
      const filler = `<!-- ${"x".repeat(900)} -->`
      const document = `<JDBOR date="2024-12-03"><DisorderList>${(disorder + filler).repeat(2_000)}</DisorderList></JDBOR>`
      const facts = yield* factsOf(fileOf(document, 1_024))
      expect(facts.filter(({ kind }) => kind === "orphanetEntry")).toHaveLength(2_000)
    })
  )
})

describe("factsIn, of a table", () => {
  it.effect("accepts quoted cells, comments before the header, and any line ends", () =>
    Effect.gen(function* () {
      const [names] = yield* factsOf(fileOf('ID\tLABEL\tSYNONYMS\r\nMONDO:1\tdim\t"fog (""mist"")|haze"\r\n'))
      expect(names).toEqual({ kind: "formerNames", id: "MONDO:1", label: "dim", synonyms: ['fog ("mist")', "haze"] })
      const mapping = 'subject_id\tpredicate_id\tobject_id\nMONDO:1\tskos:exactMatch\tX:"1" #2\n'
      const [row] = yield* factsOf(fileOf(`# a: "b\n#\n${mapping}`))
      expect(row).toMatchObject({ kind: "mapping", code: 'X:"1" #2', exact: true, label: "" })
    })
  )
})

describe("factsIn, of an ontology", () => {
  it.effect("removes escapes and qualifiers, and writes definitions in words", () =>
    Effect.gen(function* () {
      const [term] = yield* factsOf(fileOf(bytesOf("doid.obo")))
      expect(term).toMatchObject({
        id: "DOID:9000",
        definition: 'A skin disease that has material basis in "amber" mutations in AMB1: an invented gene.',
        mergedIds: ["DOID:8999"],
        synonyms: [
          { text: "Honey-coloured skin disease", exact: true, abbreviation: false },
          { text: "ahsd", exact: true, abbreviation: true },
          { text: "skin disease", exact: false, abbreviation: false }
        ]
      })
    })
  )
})
