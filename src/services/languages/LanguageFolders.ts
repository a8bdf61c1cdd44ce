import {
  faultsOfTexts,
  isMissing,
  isSame,
  lineOf,
  parsedFile,
  sizeOf,
  type Texts,
  type Translation
} from "@rare-disease-community/messages/Translations"
import { type SignLabel, SignLabelFile } from "@rare-disease-community/signs/WordFiles"
import { Either, Option, ParseResult, Predicate, Record, Schema } from "effect"
import { baseOf, localeOf, pageLanguageForm } from "../../domain/Language.ts"
import { isBlank } from "../../domain/Text.ts"
import type { LanguageFolder } from "../../ports/LanguageFiles.ts"

export { isMissing, isSame }

/** A fault of a file of a language. */
export interface FolderFault {
  readonly tag: string
  readonly file: string
  readonly line: number
  readonly key: string
  readonly what: string
  /** The number of texts that are missing, or the same as in English; 0 for other faults. */
  readonly texts: number
  readonly isBroken: boolean
}

/** The labels of signs, by their ids. Another language may have labels that English lacks. */
const signsFile = "signs.json"

/** The documents of a community that ship with the server. */
export const documentNames = ["help", "terms", "privacy", "moderating"] as const

const isTag = (tag: string): boolean =>
  pageLanguageForm.test(tag) && Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0

const jsonFiles = ({ files }: LanguageFolder) => Object.keys(files).filter((name) => name.endsWith(".json"))

const parsed = Option.liftThrowable((file: string): unknown => JSON.parse(file))

/** The texts of a folder by the names of its files. One that cannot be read is absent; `faultsOfFolder` tells it. */
export const textsOf = (folder: LanguageFolder): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    jsonFiles(folder)
      .filter((name) => name !== signsFile)
      .flatMap((name) =>
        Option.toArray(
          Option.map(parsed(folder.files[name] ?? ""), (texts) => [name.slice(0, -".json".length), texts] as const)
        )
      )
  )

export const translationOf = (folder: LanguageFolder): Translation => ({
  locale: localeOf(folder.tag),
  texts: textsOf(folder)
})

const isWritten = Schema.is(Schema.NonEmptyString)

/** The labels of a file. Empty ones count as missing. */
const readLabels = (texts: unknown) =>
  Schema.decodeUnknownEither(SignLabelFile)(
    Predicate.isRecord(texts)
      ? Record.map(texts, (label) => (Predicate.isRecord(label) ? Record.filter(label, (text) => text !== "") : label))
      : texts
  )

/**
 * Finds the label of a sign in a folder without a fault, whose labels are read when the first one is asked for. Empty
 * texts count as missing.
 */
export const signLabelIn = ({ files }: LanguageFolder): ((id: string) => SignLabel) => {
  const read = (): unknown => Option.getOrElse(parsed(files[signsFile] ?? ""), () => ({}))
  let labels: unknown
  return (id) => {
    labels ??= read()
    const label = Predicate.isRecord(labels) && Object.hasOwn(labels, id) ? labels[id] : undefined
    return Predicate.isRecord(label) ? Record.filterMap(label, (text) => Option.liftPredicate(text, isWritten)) : {}
  }
}

const headings = (document: string) => document.split("\n").filter((line) => /^#+ /.test(line)).length

/** The faults of a folder, the English texts that it lacks, and those that it has still in English. */
export const faultsOfFolder = (
  english: Readonly<Record<string, Texts>>,
  englishFiles: LanguageFolder["files"],
  folder: LanguageFolder
): ReadonlyArray<FolderFault> => {
  const { files, tag } = folder
  const fault = (file: string, line: number, key: string, what: string, isBroken: boolean, texts = 0): FolderFault => ({
    tag,
    file,
    line,
    key,
    what,
    texts,
    isBroken
  })
  if (!isTag(tag)) return [fault("", 1, "", "is not a tag of a language, such as pl or pt-BR", true)]
  const ofFile = (name: string) => {
    const file = files[name]
    const key = name.slice(0, -".json".length)
    const texts = Object.hasOwn(english, key) ? english[key] : undefined
    if (file === undefined) return [fault(name, 1, "", isMissing, false, sizeOf(texts ?? ""))]
    const parsed = parsedFile(file)
    if ("why" in parsed) return [fault(name, parsed.line, parsed.path.join("."), parsed.why, true)]
    if (name === signsFile) {
      const read = readLabels(parsed.texts)
      if (Either.isRight(read)) return []
      const [{ path } = { path: [] }] = ParseResult.ArrayFormatter.formatErrorSync(read.left)
      const keys = path.map(String)
      return [
        fault(name, lineOf(file, keys), keys.join("."), "must hold a label or plain words by the ids of signs", true)
      ]
    }
    if (texts === undefined) return [fault(name, 1, "", "is not in English", false)]
    return faultsOfTexts(texts, parsed.texts, localeOf(tag)).map(({ isBroken, path, texts, what }) =>
      fault(name, lineOf(file, path), path.join("."), what, isBroken, texts)
    )
  }
  const ofDocument = (name: string) => {
    const [own, ours = ""] = [files[name], englishFiles[name]]
    if (own === undefined || isBlank(own)) return [fault(name, 1, "", isMissing, false, 1)]
    if (own === ours && baseOf(tag) !== "en") return [fault(name, 1, "", isSame, false, 1)]
    return headings(own) === headings(ours) ? [] : [fault(name, 1, "", "has other headings than in English", false)]
  }
  const names = new Set([...Object.keys(english).map((name) => `${name}.json`), signsFile, ...jsonFiles(folder)])
  return [...Array.from(names).flatMap(ofFile), ...documentNames.flatMap((name) => ofDocument(`${name}.md`))]
}
