import { describe, expect, it } from "@effect/vitest"
import { argumentsOf, faultsOf, formatOf, textOf } from "../src/MessageFormat.ts"

describe("formatOf", () => {
  const replies = {
    en: "{count, plural, =0 {No replies} one {# reply} other {# replies}}",
    fr: "{count, plural, one {# réponse} many {# de réponses} other {# réponses}}",
    pl: "{count, plural, one {# odpowiedź} few {# odpowiedzi} many {# odpowiedzi} other {# odpowiedzi}}"
  }

  it("has the plurals of the language, and its numbers", () => {
    const english = formatOf(replies.en, "en-GB")
    expect([0, 1, 2, 5, 21, 1_000_000].map((count) => english({ count }))).toEqual([
      "No replies",
      "1 reply",
      "2 replies",
      "5 replies",
      "21 replies",
      "1,000,000 replies"
    ])
    const french = formatOf(replies.fr, "fr")
    expect([0, 1, 2, 1_000_000, 1_200_000].map((count) => french({ count }))).toEqual([
      "0 réponse",
      "1 réponse",
      "2 réponses",
      "1\u202f000\u202f000 de réponses",
      "1\u202f200\u202f000 réponses"
    ])
    const polish = formatOf(replies.pl, "pl")
    expect([1, 2, 5, 22].map((count) => polish({ count }))).toEqual([
      "1 odpowiedź",
      "2 odpowiedzi",
      "5 odpowiedzi",
      "22 odpowiedzi"
    ])
  })

  it("chooses by words and by true and false", () => {
    const rate = formatOf("{type, select, birth {newborns} other {people}}", "en-GB")
    expect([rate({ type: "birth" }), rate({ type: "other" }), rate({ type: undefined })]).toEqual([
      "newborns",
      "people",
      "people"
    ])
    const checked = formatOf("{isChecked, select, true {checked} other {not checked}}", "en-GB")
    expect([checked({ isChecked: true }), checked({ isChecked: false })]).toEqual(["checked", "not checked"])
  })

  it("leaves markup in messages and in arguments as it is: text", () => {
    expect(formatOf("<b onclick=x>{name}</b> & <script>", "en")({ name: "<i>" })).toBe(
      "<b onclick=x><i></b> & <script>"
    )
  })

  it("writes a share in percent as the language does", () => {
    const share = "{share, number, percent}"
    expect(["en-GB", "de", "pt-PT"].map((locale) => formatOf(share, locale)({ share: 0.8 }))).toEqual([
      "80%",
      "80\u00a0%",
      "80%"
    ])
  })
})

describe("textOf", () => {
  it("lets an apostrophe quote braces, and doubles of it stand for one", () => {
    expect(textOf("It''s '{'here'}'")).toBe("It's {here}")
    expect(textOf("<b> # ’")).toBe("<b> # ’")
  })
})

describe("argumentsOf", () => {
  it("tells the kind of each argument, one that is counted anywhere being a number", () => {
    const message =
      "{a} {b, number} {c, plural, one {# {d}} other {#}} {e, select, x {1} other {2}} {f, select, true {} other {}} {c}"
    expect(Array.from(argumentsOf(message))).toEqual([
      ["a", "text"],
      ["b", "number"],
      ["c", "number"],
      ["d", "text"],
      ["e", "choice"],
      ["f", "flag"]
    ])
  })
})

describe("faultsOf", () => {
  const english = "{count, plural, one {# reply to {name}} other {# replies to {name}}}"

  it("finds nothing in a translation with the same arguments and the forms of its language", () => {
    const polish = "{count, plural, one {# {name}} few {# {name}} many {# {name}} other {# {name}}}"
    expect(faultsOf(english, polish, "pl")).toEqual({ broken: undefined, lacks: [] })
    expect(faultsOf("{n, plural, =0 {a} other {b}}", "{n, plural, =1 {a} other {b}}", "pl").lacks).toEqual([])
  })

  it("says what a reader would notice: an argument and a form that are lacking", () => {
    expect(faultsOf(english, "{count, plural, one {#} few {#} other {#}}", "pl").lacks).toEqual([
      "the argument {name}",
      'the form "many"'
    ])
    expect(faultsOf("{n, plural, one {a} other {b}}", "{n, plural, =1 {a} other {b}}", "it").lacks).toEqual([
      'the form "many"',
      'the form "one"'
    ])
  })

  it("says what makes a translation unusable", () => {
    expect(faultsOf("{a, select, x {1} other {2}}", "{a, select, ks {1} other {2}}", "pl").broken).toBe(
      'it has a choice "ks" that English has not'
    )
    expect(faultsOf(english, "{count} {who}", "pl").broken).toBe("it has an argument {who} that English has not")
    expect(faultsOf("{name}", "{name, number}", "pl").broken).toBe("its argument {name} is no number")
    expect(faultsOf("{n, number}", "{n, number, ::currency/XX}", "pl").broken).toMatch(/^it is no ICU message: /)
    expect(faultsOf("{name}", "{name", "pl").broken).toMatch(/^it is no ICU message: /)
    expect(faultsOf("{name}", "name}", "pl").lacks).toEqual(["the argument {name}"])
    expect(faultsOf(english, "{count, plural, one {#}}", "pl").broken).toMatch(/^it is no ICU message: /)
  })
})
