import { readdirSync, readFileSync } from "node:fs"
import { NodeContext } from "@effect/platform-node"
import { messagesIn, type Texts } from "@rare-disease-community/messages/Translations"
import { Layer } from "effect"
import * as LanguageFiles from "../../../src/adapters/node/LanguageFiles.ts"
import { packagePath } from "../../../src/adapters/PackageFiles.ts"
import type { PageLanguage } from "../../../src/domain/Language.ts"
import type { LanguageFolder } from "../../../src/ports/LanguageFiles.ts"
import { textsOf, translationOf } from "../../../src/services/languages/LanguageFolders.ts"
import { Languages } from "../../../src/services/languages/Languages.ts"
import type { Messages } from "../../../src/services/languages/Messages.ts"

/** The folder of a language that ships with the server. */
export const folderOf = (tag: PageLanguage): LanguageFolder => {
  const folder = packagePath(`content/languages/${tag}`)
  const names = readdirSync(folder)
  return { tag, files: Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")])) }
}

const english = textsOf(folderOf("en")) as Record<string, Texts>

const messages = new Map<PageLanguage, Messages>()

/** What the server says in a language. */
export const said = (language: PageLanguage): Messages => {
  const own = messages.get(language) ?? (messagesIn(english, [translationOf(folderOf(language))]) as Messages)
  messages.set(language, own)
  return own
}

/** All languages, from the files that ship. */
export const languages = Layer.provide(Languages.layer, Layer.provide(LanguageFiles.layer, NodeContext.layer))
