import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { loadLanguageDetector } from "../src/Language.ts"

const detector = await loadLanguageDetector()

const detectLanguage = (text: string, among?: ReadonlyArray<string>) => Effect.sync(() => detector.detect(text, among))

it.effect("detectLanguage finds the language of an opening, by its script where that is enough", () =>
  Effect.gen(function* () {
    for (const [language, text] of [
      ["en", "We waited six years for a name. What helped you?"],
      ["pt", "Esperámos seis anos por um nome. O que vos ajudou?"],
      ["no", "Vår datter fikk diagnosen for seks år siden, og vi leter etter andre familier"],
      ["uk", "У моєї доньки виявили хворобу минулого року"],
      ["ja", "先週、娘がマルファン症候群と診断されました。"]
    ] as const) {
      expect(yield* detectLanguage(text), text).toBe(language)
    }
  })
)

it.effect("detectLanguage finds the language of most letters beside names and abbreviations in others", () =>
  Effect.gen(function* () {
    for (const [language, text] of [
      ["ja", "娘がEDSと診断されました。同じ病気の方はいますか。"],
      ["ja", "MFSの薬ロサルタンを飲んでいます"],
      ["ko", "딸이 EDS 진단을 받았습니다. 같은 병을 가진 분이 계신가요?"],
      ["zh", "我女儿上周被诊断为MFS，请问有没有病友？"],
      ["ar", "تم تشخيص ابنتي بمرض EDS الأسبوع الماضي، هل من أحد لديه نفس المرض؟"],
      ["he", "הבת שלי אובחנה עם MFS בשבוע שעבר, האם יש כאן הורים נוספים?"],
      ["th", "ลูกสาวของฉันได้รับการวินิจฉัยว่าเป็น EDS เมื่อสัปดาห์ที่แล้ว"],
      ["ru", "Моей дочери поставили диагноз EDS на прошлой неделе, ищем других родителей"],
      ["en", "My daughter was diagnosed with 馬凡氏症候群 last week, and we look for other parents"],
      ["de", "Bei meiner Tochter wurde マルファン症候群 festgestellt, wer kennt das auch?"]
    ] as const) {
      expect(yield* detectLanguage(text), text).toBe(language)
    }
  })
)

it.effect("detectLanguage finds none in a name, a number, an emoji and an address", () =>
  Effect.gen(function* () {
    for (const text of ["", "👍 12:30", "Ehlers-Danlos", "https://www.orpha.net/en/disease/detail/558", "ok"]) {
      expect(yield* detectLanguage(text), text).toBeUndefined()
    }
  })
)

it.effect("detectLanguage among languages takes one of them, of a few words too", () =>
  Effect.gen(function* () {
    const ofSigns = ["en", "de", "fr", "es"]
    expect(yield* detectLanguage("lange Finger, Linsenluxation", ofSigns)).toBe("de")
    expect(yield* detectLanguage("hipotonía, convulsiones", ofSigns)).toBe("es")
    expect(yield* detectLanguage("На прошлой неделе", ofSigns)).toBeUndefined()
  })
)
