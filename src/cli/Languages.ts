import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import * as LanguageFiles from "../adapters/node/LanguageFiles.ts"
import { shippedLanguages } from "../domain/Language.ts"
import { isMissing, isSame } from "../services/languages/LanguageFolders.ts"
import { Languages } from "../services/languages/Languages.ts"
import { json, print, table } from "./Output.ts"

/** `languages`: the languages of the pages, and what those of the operator's folder lack. */
export const languages = Command.make("languages", { json }, ({ json }) =>
  Effect.gen(function* () {
    const { gaps, size, tags } = yield* Languages
    const isShipped = (tag: string) => shippedLanguages.some((shipped) => shipped === tag)
    const found = tags.map((tag) => ({
      language: tag,
      from: isShipped(tag) ? "server" : "COMMUNITY_DIR",
      gaps: gaps
        .filter((gap) => gap.tag === tag)
        .map(({ file, key, line, texts, what }) => ({ file, line, key: key === "" ? null : key, what, texts }))
    }))
    const lines = found.flatMap(({ gaps, language }) =>
      gaps.map(({ file, key, line, texts, what }) => {
        const place = `${language}/${file}${key === null ? "" : `:${line} ${key}`}`
        return `${place}: ${what}${texts > 1 ? ` (${texts} texts)` : ""}`
      })
    )
    const counted = (gaps: ReadonlyArray<{ readonly texts: number }>) =>
      String(gaps.reduce((sum, { texts }) => sum + texts, 0))
    const rows = found.map(({ from, gaps, language }) => [
      language,
      from,
      counted(gaps.filter(({ what }) => what === isMissing)),
      counted(gaps.filter(({ what }) => what === isSame)),
      String(gaps.filter(({ texts }) => texts === 0).length)
    ])
    yield* print(json, { texts: size, languages: found }, [
      ...table([["language", "from", "missing", "same as English", "other faults"], ...rows]),
      `English has ${size} texts; what a language lacks is shown in English, or first in pt where it is pt-BR.`,
      ...lines
    ])
  }).pipe(Effect.provide(Layer.provide(Languages.layer, Layer.provide(LanguageFiles.layer, NodeContext.layer))))
).pipe(Command.withDescription("Lists the languages of the pages, and what those of COMMUNITY_DIR lack."))
