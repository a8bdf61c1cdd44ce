import { Command } from "@effect/cli"
import { NodeContext } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import * as LanguageFiles from "../adapters/node/LanguageFiles.ts"
import { shippedLanguages } from "../domain/Language.ts"
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
        .map(({ file, key, line, what }) => ({ file, line, key: key === "" ? null : key, what }))
    }))
    const lines = found.flatMap(({ gaps, language }) =>
      gaps.map(({ file, key, line, what }) => `${language}/${file}:${line} ${key ?? ""}: ${what}`)
    )
    const rows = found.map(({ from, gaps, language }) => [language, from, String(gaps.length)])
    yield* print(json, { texts: size, languages: found }, [
      ...table([["language", "from", "gaps"], ...rows]),
      `English has ${size} texts; what a language lacks is shown in English.`,
      ...lines
    ])
  }).pipe(Effect.provide(Layer.provide(Languages.layer, Layer.provide(LanguageFiles.layer, NodeContext.layer))))
).pipe(Command.withDescription("Lists the languages of the pages, and what those of COMMUNITY_DIR lack."))
