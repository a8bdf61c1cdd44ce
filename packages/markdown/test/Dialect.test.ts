import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { filterMarkdown } from "../src/FilterMarkdown.ts"
import { textPieces } from "../src/TextPieces.ts"

const filtered = (source: string) => Either.getOrThrow(filterMarkdown(source))
const paragraphOf = (source: string) => filtered(source).html.replace(/^<p>|<\/p>$/g, "")

/** The addresses of the links in a text, as they are shown. */
const linksIn = (source: string) =>
  Array.from(filtered(source).html.matchAll(/<a href="[^"]*"[^>]*>([^<]*)<\/a>/g), ([, shown]) => shown)

describe("filterMarkdown, of signs that are marks elsewhere,", () => {
  it.each([
    ["between 2~3 mg and 4~5 mg a day"],
    ["Fieber von 38~39 °C, am Abend 39~40 °C"],
    ["de 1~2 comprimés à 3~4 comprimés"],
    ["entre 60~70 kg y 80~90 kg"],
    ["気温は2~3度、夜は4~5度でした"],
    ["체온은 36~37도, 밤에는 38~39도"],
    ["من 2~3 ملغ إلى 4~5 ملغ"],
    ["בין 2~3 מ״ג ל־4~5 מ״ג"],
    ["about ~5 mg or ~6 mg"]
  ])("keeps the single tildes of %j", (source) => {
    expect(filtered(source)).toMatchObject({ content: source, excerpt: source, html: `<p>${source}</p>` })
  })

  it("strikes what stands between two tildes on each side", () => {
    expect(paragraphOf("take ~~two~~ 2~3 a day")).toBe("take <del>two</del> 2~3 a day")
    expect(paragraphOf("~~停药！~~请继续")).toBe("<del>停药！</del>请继续")
  })

  it.each([
    ["HLA-DRB1*15:01 and HLA-DQB1*06:02"],
    ["CYP2C19*2/*17, CYP2D6*4/*5"],
    ["Patient*innen und Ärzt*innen"],
    ["jede*r Betroffene, ein*e Kolleg*in"],
    ["niñ*s y amig*s, tod*s"],
    ["HLA-B*27:05型とHLA-A*02:01型"],
    ["HLA-B*51 및 HLA-B*52"],
    ["2*3*4 mm"],
    ["10**9/l and 5**12/l"],
    ["الجين HLA-B*27 والجين HLA-B*51"]
  ])("keeps the stars inside the words of %j", (source) => {
    expect(filtered(source)).toMatchObject({ content: source, excerpt: source, html: `<p>${source}</p>` })
  })

  it.each([
    ["*not* HLA-B*27, *but* HLA-B*51", "<em>not</em> HLA-B*27, <em>but</em> HLA-B*51"],
    ["**E**hlers-**D**anlos", "<strong>E</strong>hlers-<strong>D</strong>anlos"],
    ["これは*大事*です", "これは<em>大事</em>です"],
    ["*중요*합니다", "<em>중요</em>합니다"],
    ["คำว่า**สำคัญ**มาก", "คำว่า<strong>สำคัญ</strong>มาก"],
    ["**不要停药！**请咨询医生", "<strong>不要停药！</strong>请咨询医生"],
    ["薬は**「朝」**に飲む", "薬は<strong>「朝」</strong>に飲む"],
    ['**"약"**을 드세요', '<strong>"약"</strong>을 드세요'],
    ["**هام!** اقرأ", "<strong>هام!</strong> اقرأ"]
  ])("sees the emphasis in %j", (source, html) => {
    expect(paragraphOf(source)).toBe(html)
  })

  it("accepts thousands of tildes and stars that are no marks", () => {
    for (const sign of ["2~3 ", "a*b ", "1*2 "]) {
      const source = sign.repeat(4_000).trim()
      expect(filtered(source).text).toBe(source)
    }
  })
})

describe("filterMarkdown, of lines that begin with numbers,", () => {
  const itemsOf = (source: string) =>
    Array.from(filtered(source).html.matchAll(/<(ol|li)(?: (?:start|value)="(\d+)")?>/g), ([, name, number]) =>
      number === undefined ? name : `${name} ${number}`
    )

  it.each([
    ["1985. First symptoms\n1990. Wrong diagnosis\n2003. Gene test", ["ol 1985", "li", "li 1990", "li 2003"]],
    ["5. Mai Fieber\n12. Mai Arzt\n13. Mai Klinik", ["ol 5", "li", "li 12", "li"]],
    ["12. semaine : écho\n\n16. semaine : prise de sang", ["ol 12", "li", "li 16"]],
    ["1. enero: fiebre\n1. marzo: operación", ["ol", "li", "li 1"]],
    ["10) 입원\n12) 퇴원", ["ol 10", "li", "li 12"]],
    ["> 7. a\n> 9. b", ["ol 7", "li", "li 9"]],
    ["- x\n\n  3. a\n  8. b", ["li", "ol 3", "li", "li 8"]],
    ["1. a\n2. b\n3. c", ["ol", "li", "li", "li"]]
  ])("keeps the numbers of %j in its HTML", (source, items) => {
    expect(itemsOf(source).filter((item) => item !== "ul")).toEqual(items)
  })

  it("keeps the numbers as typed in the excerpt and the text", () => {
    const source = "1985. First symptoms\n1990. *Wrong* diagnosis\n\nText\n\n003) a\n7) b"
    const text = "1985. First symptoms 1990. Wrong diagnosis Text 003) a 7) b"
    expect(filtered(source)).toMatchObject({ excerpt: text, text })
    expect(filtered("- a\n- b").text).toBe("a b")
  })
})

describe("filterMarkdown, of addresses without angle brackets,", () => {
  it.each([
    ["https://example.org/guide。次に病院へ行きます", "https://example.org/guide"],
    ["（https://example.org/guide）をご覧ください", "https://example.org/guide"],
    ["「https://example.org/a?b=c」です", "https://example.org/a?b=c"],
    ["请看https://example.org/guide，然后", "https://example.org/guide"],
    ["https://example.org/guide！", "https://example.org/guide"],
    ["https://example.org。", "https://example.org"],
    ["www.example.org/x；", "www.example.org/x"],
    ["(www.example.org/x)。次に", "www.example.org/x"],
    ["siehe „https://example.org/a“ und", "https://example.org/a"],
    ["see “https://example.org/a”", "https://example.org/a"],
    ["voir «https://example.org/a»", "https://example.org/a"],
    ["انظر https://example.org/a، ثم", "https://example.org/a"],
    ["هل رأيت https://example.org/a؟", "https://example.org/a"],
    ["https://example.org/a…", "https://example.org/a"],
    ["https://example.org/x.」次", "https://example.org/x"]
  ])("ends the link in %j before the sign", (source, link) => {
    expect(linksIn(source)).toEqual([link])
    expect(filtered(source).text).toBe(source)
  })

  it("links each of the addresses between which only signs are", () => {
    expect(linksIn("https://a.org/x。https://b.org/y、www.c.org。")).toEqual([
      "https://a.org/x",
      "https://b.org/y",
      "www.c.org"
    ])
  })

  it.each([
    ["https://ja.wikipedia.org/wiki/マルファン症候群"],
    ["https://ja.wikipedia.org/wiki/エーラス・ダンロス症候群"],
    ["https://en.wikipedia.org/wiki/Ehlers–Danlos_syndrome"],
    ["https://fr.wikipedia.org/wiki/Maladie_d’Alzheimer"],
    ["https://he.wikipedia.org/wiki/תסמונת"]
  ])("keeps the letters of %s in its link", (url) => {
    expect(linksIn(url)).toEqual([url])
  })

  it("links no address that a backslash undoes", () => {
    const source = "https\\://example.org www\\.example.org a\\@example.org"
    expect(filtered(source)).toMatchObject({
      content: source,
      html: "<p>https://example.org www.example.org a@example.org</p>"
    })
  })

  it("leaves the words around an address to be translated", () => {
    const source = "見て https://example.org/guide。次に病院へ"
    const pieces = Either.getOrThrow(textPieces(source))
    expect(pieces.map(({ text }) => text)).toEqual(["見て ", "。次に病院へ"])
    for (const { end, start, text } of pieces) expect(source.slice(start, end)).toBe(text)
  })
})

describe("filterMarkdown, of what was copied from other programs,", () => {
  it.each([
    ["<td>5 mg</td><td>10 mg</td>", "5 mg 10 mg"],
    ["<table><tr><th>Tag</th><th>Dosis</th></tr><tr><td>Mo</td><td>5 mg</td></tr></table>", "Tag Dosis\nMo 5 mg"],
    ["one<br>two<br/>three", "one\ntwo\nthree"],
    ["uno <br> dos", "uno \n dos"],
    ["<p>Hello</p><p>World</p>", "Hello\nWorld"],
    ["<div>こんにちは</div><div>世界</div>", "こんにちは\n世界"],
    ["<ul><li>erstens</li><li>zweitens</li></ul>", "erstens\nzweitens"],
    ["> <p>a</p><p>b</p>", "> a\nb"],
    ["- <p>a</p>\n- <b>b</b>", "- a\n- b"],
    ["# one<br>two", "# one two"],
    ["|a|\n|-|\n|one<br>two|", "|a|\n|-|\n|one two|"],
    ["10<sup>9</sup>/l, kg/m<sup>2</sup>, 10<sup>-6</sup>, Ca<sup>2+</sup>", "10^9/l, kg/m^2, 10^-6, Ca^2+"],
    ["10<sup><b>9</b></sup>/l", "10^9/l"],
    ["le 1<sup>er</sup> mai, the 2<sup>nd</sup>, CO<sub>2</sub>", "le 1er mai, the 2nd, CO2"],
    ["5 mg<o:p></o:p> a day", "5 mg a day"],
    ["<p class=MsoNormal>5 mg<o:p></o:p></p><p class=MsoNormal>10 mg<o:p></o:p></p>", "5 mg\n10 mg"],
    ['in <st1:place w:st="on">Berlin</st1:place>, <st1:City>Kiel</st1:City>', "in Berlin, Kiel"],
    ["<google-sheets-html-origin><td>5</td><td>6</td>", "5 6"]
  ])("keeps the words of %j apart", (source, content) => {
    expect(filtered(source).content).toBe(content)
    expect(filtered(content).content).toBe(content)
  })

  it("keeps a tag with a colon that no word processor writes, and code", () => {
    for (const source of ["</xs:element> and std::string", "`<o:p>`"]) expect(filtered(source).content).toBe(source)
  })
})
