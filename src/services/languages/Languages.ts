import {
  isMissing,
  marked,
  markedAsBase,
  messagesIn,
  sizeOf,
  type Texts,
  type Translation
} from "@rare-disease-community/messages/Translations"
import type { SignLabel } from "@rare-disease-community/signs/WordFiles"
import { ConfigError, Context, Effect, Layer, Option, Predicate } from "effect"
import { baseOf, type PageLanguage, shippedLanguages } from "../../domain/Language.ts"
import { isBlank } from "../../domain/Text.ts"
import { LanguageFiles, type LanguageFolder } from "../../ports/LanguageFiles.ts"
import {
  type documentNames,
  type FolderFault,
  faultsOfFolder,
  signLabelIn,
  textsOf,
  translationOf
} from "./LanguageFolders.ts"
import type { Messages } from "./Messages.ts"

/** The texts of the server, in every language that it has (contract, Languages of pages). */
export class Languages extends Context.Tag("services/languages/Languages")<
  Languages,
  {
    /** The languages that ship with the server, then those that the operator's folder adds. */
    readonly tags: ReadonlyArray<PageLanguage>

    /** The messages of a language; those of its base language where it lacks one (`pt` for `pt-BR`), else English. */
    readonly messages: (language: PageLanguage) => Messages

    /** The messages for pages: marks stand around texts in another language, which screen readers must know. */
    readonly pageMessages: (language: PageLanguage) => Messages

    /** The language itself; English for one that was taken away since it was chosen, and for none. */
    readonly known: (language: PageLanguage | null) => PageLanguage

    /**
     * A document with the language that it is in. The operator's English one goes before ours in any language, since it
     * says something else.
     */
    readonly document: (
      language: PageLanguage,
      name: (typeof documentNames)[number]
    ) => { readonly text: string; readonly language: PageLanguage; readonly isOwn: boolean }

    /** Our name of a sign, and its plain words. */
    readonly signLabel: (language: PageLanguage, id: string) => SignLabel

    /** The texts that the languages lack, and the number of texts of each. */
    readonly gaps: ReadonlyArray<FolderFault>
    readonly size: number
  }
>() {
  static readonly layer = Layer.effect(Languages, Effect.gen(make))
}

const english = "en"

const emptyFolder = (tag: string): LanguageFolder => ({ tag, files: {} })

const writtenBy = (write: (text: string) => string) => (translation: Translation) => ({ ...translation, write })

/** The first fault that makes a folder of the operator unusable, as one line. */
const refusalOf = (faults: ReadonlyArray<FolderFault>) =>
  Option.map(Option.fromNullable(faults.find(({ isBroken }) => isBroken)), ({ file, key, line, tag, what }) => {
    const where = file === "" ? `languages/${tag}` : `languages/${tag}/${file}, line ${line}`
    return ConfigError.InvalidData(["COMMUNITY_DIR"], `${where}${key === "" ? "" : `, ${key}`}: ${what}`)
  })

function* make() {
  const files = yield* LanguageFiles
  const shipped = yield* files.shipped
  const own = yield* files.own
  const folderIn = (folders: ReadonlyArray<LanguageFolder>, tag: string) => folders.find((one) => one.tag === tag)
  const ours = folderIn(shipped, english) ?? emptyFolder(english)
  const texts = textsOf(ours) as Readonly<Record<string, Texts>> // their files are checked with the sources
  const ownFaults = own.flatMap((folder) => faultsOfFolder(texts, ours.files, folder))
  const refusal = refusalOf(ownFaults)
  if (Option.isSome(refusal)) return yield* Effect.fail(refusal.value)

  const added = own.map(({ tag }) => tag).filter((tag) => folderIn(shipped, tag) === undefined)
  const tags = [...shippedLanguages.filter((tag) => folderIn(shipped, tag) !== undefined), ...added]
  const ownEnglish = folderIn(own, english)
  /** The folders of a language, the operator's first. */
  const foldersOf = (tag: string) => [own, shipped].flatMap((folders) => folderIn(folders, tag) ?? [])
  /** Those of the language whose variant it is, such as `pt` for `pt-BR`. */
  const baseFoldersOf = (tag: string) => (baseOf(tag) === tag ? [] : foldersOf(baseOf(tag)))
  const inEnglish = foldersOf(english).map(translationOf)
  /** In the shape of `Messages`, since the English texts have it. */
  const messagesOf = (...translations: ReadonlyArray<Translation>) => messagesIn(texts, translations) as Messages
  const made = new Map(
    tags.map((tag) => {
      const [folders, base] = [foldersOf(tag), baseFoldersOf(tag)]
      const [first, second] = [folders.map(translationOf), base.map(translationOf)]
      const messages = messagesOf(...first, ...second, ...inEnglish)
      // Those that ship lack nothing.
      const pageMessages =
        added.includes(tag) && baseOf(tag) !== english
          ? messagesOf(...first, ...second.map(writtenBy(markedAsBase)), ...inEnglish.map(writtenBy(marked)))
          : messages
      return [tag, { messages, pageMessages, signs: [...base, ...folders.toReversed()].map(signLabelIn) }] as const
    })
  )
  const messagesInEnglish = made.get(english)?.messages ?? messagesOf()
  return {
    tags,
    known: (language) => (language !== null && made.has(language) ? language : english),
    messages: (language) => made.get(language)?.messages ?? messagesInEnglish,
    pageMessages: (language) => made.get(language)?.pageMessages ?? messagesInEnglish,
    document: (language, name) => {
      const tags = [language, baseOf(language)]
      const inAny = (folders: ReadonlyArray<LanguageFolder>) => tags.map((tag) => folderIn(folders, tag))
      const [folder] = [...inAny(own), ownEnglish, ...inAny(shipped), ours]
        .filter(Predicate.isNotUndefined)
        .filter(({ files }) => !isBlank(files[`${name}.md`] ?? ""))
      return {
        text: folder?.files[`${name}.md`] ?? "",
        language: folder?.tag ?? english,
        isOwn: folder !== undefined && own.includes(folder)
      }
    },
    signLabel: (language, id) => Object.assign({}, ...(made.get(language)?.signs ?? []).map((find) => find(id))),
    gaps: ownFaults.filter(({ tag, what }) => added.includes(tag) || what !== isMissing),
    size: sizeOf(texts)
  } satisfies Languages["Type"]
}
