import { describe, it } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Schema } from "effect"
import { Username, usernameKey } from "../../../src/domain/accounts/Username.ts"
import { refusal } from "../refusal.ts"

const characters = "must be letters, digits, punctuation, symbols and single spaces, without < or >"

describe("Username", () => {
  it("may be a name in any script, with digits, punctuation, symbols and emoji", () => {
    for (const name of [
      ...[
        "maria_zebra",
        "Dr. O'Neil-Smith",
        "José",
        "Ελένη",
        "محمد",
        "李小龍",
        "सीता",
        "🧬 gene",
        "a",
        "42",
        "#1!",
        "❤\ufe0f"
      ],
      ...["a b c", "x".repeat(64), "🧬".repeat(64)]
    ]) {
      strictEqual(refusal(Username, name), undefined, name)
    }
  })

  it("is stored trimmed and composed", () => {
    strictEqual(Schema.decodeSync(Username)("  Jose\u0301 "), "José")
  })

  it("has 1 to 64 code points", () => {
    strictEqual(refusal(Username, "x".repeat(65)), "must be 1 to 64 characters, not 65")
    strictEqual(refusal(Username, "🧬".repeat(65)), "must be 1 to 64 characters, not 65")
    strictEqual(refusal(Username, "   "), "must not be blank")
  })

  it("has no character that a page could run, that reorders text, or that is invisible", () => {
    for (const name of [
      ...["<b>", "a<b", "a>b", "a  b", "a\u00a0b", "a\u3000b"],
      ...["a\u202eb", "a\u2066b", "a\u200bb", "a\u200db", "a\u2060b", "a\u00adb", "a\ufeffb", "\u{e0041}a", "a\u180eb"],
      ...["a\u3164b", "a\u115f\u1160", "a\uffa0", "a\u034fb", "\u0301", "❤\ufe0f\u200d", "a\u2800"]
    ]) {
      strictEqual(refusal(Username, name), characters, JSON.stringify(name))
    }
    for (const name of ["a\nb", "a\tb", "a\u2028b"]) {
      strictEqual(refusal(Username, name), "must be one line without control characters", JSON.stringify(name))
    }
  })

  it("may be a real name in any script", () => {
    for (const name of [
      ...[
        "Nguyễn Thị Ánh",
        "Þórður Ólafsson",
        "Zażółć Gęślą",
        "İbrahim Şahin",
        "Kealiʻi ʻŌkina",
        "O’Brien",
        "Ngũgĩ wa Thiong'o"
      ],
      ...[
        "Александр Пушкин",
        "Ўткир Ҳошимов",
        "Їжак Ґалаґан",
        "Ελευθέριος Βενιζέλος",
        "Միքայել Թավադյան",
        "თამარ მეფე"
      ],
      ...["מִרְיָם בַּת־עַמְרָם", "יוסף ג׳ונס", "مُحَمَّدٌ", "فاطمة الزهراء", "سید علی‌".replace("\u200c", ""), "ܝܘܚܢܢ", "ދިވެހި"],
      ...["सीता देवी", "প্রিয়াঙ্কা", "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "ગુજરાતી", "ଓଡ଼ିଆ", "தமிழ்ச்செல்வி", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල"],
      ...["สมชาย ใจดี", "ນາງ ຄຳ", "ស្រី មុំ", "မောင်မောင်", "བསྟན་འཛིན་རྒྱ་མཚོ", "ᠮᠣᠩᠭᠣᠯ", "አበበ ቢቂላ", "ᏍᏏᏉᏯ", "ᐃᓄᒃᑎᑐᑦ"],
      ...["ߒߞߏ", "ⵜⵉⴼⵉⵏⴰⵖ", "𞤀𞤣𞤤𞤢𞤥", "ᮞᮥᮔ᮪ᮓ", "ꦗꦮ", "ᬩᬮᬶ"],
      ...[
        "山田太郎",
        "やまだ ハナコ",
        "ジョン・スミス",
        "山田 Taro",
        "ラーメン大好き",
        "王小明 Ming",
        "ㄨㄤˊ王 Wang",
        "김민준",
        "김민준 Kim",
        "金민준"
      ],
      ...["maria 42 🧬", "٤٢ محمد", "𝓜aria"]
    ]) {
      strictEqual(refusal(Username, name), undefined, name)
    }
  })

  it("is refused with letters of different scripts that look alike", () => {
    for (const name of [
      ...[
        "\u0430dmin1",
        "adm\u0456n",
        "p\u0430ypal",
        "\u0391lice",
        "\u041c\u0430ria",
        "m\u0585nica",
        "Мосkва",
        "ꭺdmin"
      ],
      ...["סara", "김たろう", "ㄨㄤˊ김", "Ελένη Иванова", "सीताmaria"]
    ]) {
      strictEqual(refusal(Username, name)?.startsWith("must be written in one script"), true, JSON.stringify(name))
    }
  })

  it("has at most four nonspacing marks in a row, however they are composed", () => {
    const fault = "must have at most four marks on one letter"
    strictEqual(refusal(Username, `x${"\u0336".repeat(4)}`), undefined)
    strictEqual(refusal(Username, `a${"\u0301".repeat(4)}`), undefined)
    strictEqual(refusal(Username, `x${"\u0336".repeat(5)}`), fault)
    strictEqual(refusal(Username, `a${"\u0301".repeat(5)}`), fault)
  })

  it("is refused, and not cleaned, with an object replacement character, a bidi control or a tag character", () => {
    for (const name of [
      "\ufffc",
      "maria\ufffc",
      "\u202emaria",
      "maria\u2069",
      "maria\u{e0061}",
      "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"
    ]) {
      strictEqual(refusal(Username, name), characters, JSON.stringify(name))
    }
  })

  it("has one key in any case and width", () => {
    strictEqual(usernameKey("Maria_Zebra"), usernameKey("ＭＡＲＩＡ＿ＺＥＢＲＡ"))
    assertTrue(usernameKey("maria") !== usernameKey("maría"))
  })

  it("has one key with and without the style of an emoji", () => {
    strictEqual(usernameKey("maria\ufe0f"), usernameKey("maria"))
    strictEqual(usernameKey("❤\ufe0f"), usernameKey("❤\ufe0e"))
  })
})
