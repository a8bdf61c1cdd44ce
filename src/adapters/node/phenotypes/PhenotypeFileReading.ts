import { createHash, type Hash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { threadId } from "node:worker_threads"
import { gunzipSync } from "node:zlib"
import { readNames } from "@rare-disease-community/catalogue/LocalNameFiles"
import type { LocalNameData } from "@rare-disease-community/names/LocalNames"
import { buildPhenotypes, type Report, type WordFiles } from "@rare-disease-community/signs/build/BuildPhenotypes"
import { withFaculties } from "@rare-disease-community/signs/build/FacultyWords"
import { readConcepts, readDefinitions, readIdioms } from "@rare-disease-community/signs/build/GlossaryFiles"
import { type Annotations, readHpoAnnotations, readOntology } from "@rare-disease-community/signs/build/HpoFiles"
import { readBabelon, readSynonyms } from "@rare-disease-community/signs/build/TranslationFiles"
import { GrammarFile } from "@rare-disease-community/signs/GrammarFile"
import type { PhenotypeData } from "@rare-disease-community/signs/PhenotypeData"
import {
  CommonWordFile,
  LaySignFile,
  type SignLabel,
  SignLabelFile,
  WordFormFile
} from "@rare-disease-community/signs/WordFiles"
import { packTexts } from "@rare-disease-community/text/arrays/PackedTexts"
import { Record, Schema } from "effect"
import { packagePath } from "../../PackageFiles.ts"
import { packBuilt, unpackBuilt } from "./BuiltFile.ts"

/** A task of the worker: what to read, and the folder of the operator's own files. */
export interface PhenotypeTask {
  readonly what: "names" | "phenotypes"
  readonly folder: string
}

const shippedFolders = ["content/hpo", "content/orphanet", "content/names"]

/** The release of the phenotypes of Orphanet that ship with the server. */
const orphanetVersion = "1.3.42 (2025-12-09)"

/** The code that builds data, whose imports name the hashes of their contents. */
const builder = packagePath("dist/server/PhenotypeFilesWorker.mjs")

const filesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** The paths by the names of the files, those of the operator instead of shipped ones of the same kind. */
const paths = (folder: string): ReadonlyArray<string> => {
  const kindOf = (path: string) =>
    basename(path)
      .replace(/\.gz$/, "")
      .replace(/\.v?\d{4}-\d\d-\d\d/, "")
  const all = [...shippedFolders.map(packagePath), folder].flatMap(filesIn)
  return Array.from(new Map(all.map((path) => [kindOf(path), path])).values())
}

const unpackedName = (path: string): string => basename(path).replace(/\.gz$/, "")

const languagesFolder = packagePath("content/languages")

/** The files with our names of signs, one for each language. */
const labelFiles = (): ReadonlyArray<string> =>
  filesIn(languagesFolder).flatMap((folder) => filesIn(folder).filter((path) => basename(path) === "signs.json"))

/** The name of a file that data is built of. That of labels has their language. */
const usedName = (path: string): string =>
  dirname(dirname(path)) === languagesFolder ? `labels.${basename(dirname(path))}.json` : unpackedName(path)

/** The text of a file, unpacked, in the encoding that its XML declares. */
export const textOfFile = (path: string): string => textOfBytes(readFileSync(path))

const textOfBytes = (raw: Uint8Array): string => {
  const bytes =
    raw[0] === 0x1f && raw[1] === 0x8b ? gunzipSync(raw) : Buffer.from(raw.buffer, raw.byteOffset, raw.length)
  const [, encoding = "utf-8"] =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)/.exec(bytes.toString("latin1", 0, 200)) ?? []
  return new TextDecoder(encoding).decode(bytes)
}

/** A file that the server can use: the name under which it is kept, and what it holds. */
export interface KnownFile {
  readonly name: string
  readonly holds: string
}

const counted = (count: number, noun: string) => `${count.toLocaleString("en")} ${noun}`

/** Recognises a file by its content; undefined for one of another kind, or with nothing to use. */
export const recognise = async (path: string, raw: Uint8Array): Promise<KnownFile | undefined> => {
  const [text, name] = [textOfBytes(raw), unpackedName(path)]
  const known = (kept: string, count: number, noun: string) =>
    count === 0 ? undefined : { name: kept, holds: counted(count, noun) }
  if (/^\s*\{/.test(text)) {
    const { terms, version } = readOntology(text)
    return known("hp.json", terms.length, `phenotypes, release ${version}`)
  }
  if (/^database_id\t/m.test(text.slice(0, 2_000))) {
    const annotations: Annotations = new Map()
    readHpoAnnotations(text, annotations)
    return known("phenotype.hpoa", annotations.size, "annotated entries")
  }
  if (/^hp-[a-z]{2}\.babelon\b.*\.tsv$/.test(name)) return known(name, readBabelon(text).length, "names of phenotypes")
  if (/^hp-[a-z]{2}\.synonyms\b.*\.tsv$/.test(name))
    return known(name, readSynonyms(text).length, "names of phenotypes")
  const names = await readNames(name, text)
  const languages = names?.sources.map(({ lang }) => lang).join(", ") ?? ""
  return known(name.replace(/(?<!\.tsv|\.xml)$/, ".xml"), names?.rows.length ?? 0, `diseases with names (${languages})`)
}

const namePattern = /-names(\.[a-z]{2,3})?\.tsv(\.gz)?$|\.xml(\.gz)?$/

const glossaryFolder = packagePath("content/glossary")

/** True for a file about everyday words that ships with the server. */
const isOfWords = (name: string) => /^(?:common|concepts|forms|grammar|idioms|labels|lay-signs|signs)\b/.test(name)

const shortened = (hash: Hash): string => hash.digest("hex").slice(0, 16)

const hashOf = (parts: Iterable<string | Uint8Array>): string => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return shortened(hash)
}

/** The files that data is built of. */
const usedFor = (what: PhenotypeTask["what"], folder: string): ReadonlyArray<string> =>
  what === "names"
    ? paths(folder).filter((path) => namePattern.test(path))
    : [
        packagePath("content/lay-signs.json"),
        ...filesIn(glossaryFolder).filter((path) => isOfWords(basename(path))),
        ...labelFiles(),
        ...paths(folder).filter((path) => /^(hp|phenotype|orphanet-phenotypes)\b/.test(basename(path)))
      ]

/**
 * The file with what has been built: in `dist/`, where `operations/build.cjs` builds it, or beside the files of the
 * operator. One for files of these names.
 */
const builtPath = (what: PhenotypeTask["what"], folder: string, used: ReadonlyArray<string>): string => {
  const isTheirs = used.some((path) => dirname(path) === folder)
  return join(isTheirs ? folder : packagePath("dist/prepared"), `${what}-${hashOf(used.map(usedName))}.bin`)
}

/** Reads what has been built. It yields the files that it needs, and is given their contents. */
export function* reading({ folder, what }: PhenotypeTask): Generator<string, unknown, Uint8Array> {
  const used = usedFor(what, folder)
  const hash = createHash("sha256")
  for (const file of [builder, ...used]) hash.update(yield file)
  const { data, key } = unpackBuilt(yield builtPath(what, folder, used))
  return key === shortened(hash) ? data : undefined
}

/**
 * Data that this code has built of these files, from its file; undefined where there is none. This program has written
 * the file: its key has the hash of the code that built it.
 */
export const readBuilt = async <Data>(task: PhenotypeTask): Promise<Data | undefined> => {
  const steps = reading(task)
  try {
    for (let step = steps.next(); ; step = steps.next(await readFile(step.value)))
      if (step.done === true) return step.value as Data | undefined
  } catch {
    return undefined // It is not there or damaged, and is built.
  }
}

type NamedTexts = ReadonlyArray<{ readonly name: string; readonly text: string }>

/** Builds data, and keeps it in its file. Where nothing can be written there it is built at each start. */
const built = async <Data>(task: PhenotypeTask, build: (files: NamedTexts) => Promise<Data> | Data): Promise<Data> => {
  const known = await readBuilt<Data>(task)
  if (known !== undefined) return known
  const used = usedFor(task.what, task.folder)
  const data = await build(used.map((file) => ({ name: usedName(file), text: textOfFile(file) })))
  const path = builtPath(task.what, task.folder, used)
  try {
    mkdirSync(dirname(path), { recursive: true })
    const written = `${path}.${process.pid}-${threadId}`
    writeFileSync(written, packBuilt(hashOf([builder, ...used].map((file) => readFileSync(file))), data))
    renameSync(written, path)
  } catch {
    // It is built again at the next start.
  }
  return data
}

export const namesIn = (folder: string): Promise<LocalNameData> =>
  built({ what: "names", folder }, async (files) => {
    // The main name of a disease is the first of its language: the operator's, ours, any other; everyday ones are last.
    const theirs = new Set(filesIn(folder).map(unpackedName))
    const rankOf = (name: string) => {
      if (name.startsWith("folk-names.")) return 3
      return theirs.has(name) ? 0 : name.startsWith("own-names.") ? 1 : 2
    }
    const ordered = files.toSorted((one, other) => rankOf(one.name) - rankOf(other.name))
    const read = await Promise.all(ordered.map(({ name, text }) => readNames(name, text)))
    const known = read.filter((file) => file !== undefined)
    return {
      rows: packTexts(
        known.flatMap(({ rows }) => rows.map(({ code, lang, names }) => [code, lang, ...names].join("\t")))
      ),
      sources: known.flatMap(({ sources }) => sources),
      unshown: known.flatMap(({ unshown = [] }) => unshown)
    }
  })

/**
 * Reads the files about everyday words: `grammar.json`, `forms.json`, definitions of signs by concepts, and by language
 * the words of the concepts, idioms and frequent words. A language may lack each of the last three.
 */
const wordFilesIn = (
  lay: string,
  files: ReadonlyArray<{ readonly name: string; readonly text: string }>
): WordFiles => {
  const texts = new Map(files.map(({ name, text }) => [name, text]))
  const decode = <A, I>(schema: Schema.Schema<A, I>, text: string): A =>
    Schema.decodeSync(Schema.parseJson(schema))(text)
  const read = <A, I>(name: string, schema: Schema.Schema<A, I>): A | undefined => {
    const text = texts.get(name)
    return text === undefined ? undefined : decode(schema, text)
  }
  const signs = new Map<string, WordFiles["lay"][string]>(Object.entries(decode(LaySignFile, lay).words))
  const { faculties = {}, languages = {}, unspaced = {} } = read("grammar.json", GrammarFile) ?? {}
  const forms = read("forms.json", WordFormFile)?.languages ?? {}
  const glossaries = Record.map(languages, (_, language) => ({
    words: readConcepts(texts.get(`concepts.${language}.tsv`) ?? ""),
    common: read(`common.${language}.json`, CommonWordFile)?.words ?? []
  }))
  const grammars = Record.map(languages, (grammar, language) => ({
    ...withFaculties(language, grammar, glossaries[language]?.words ?? {}, faculties),
    forms: forms[language] ?? {}
  }))
  const add = (language: string, wordings: ReturnType<typeof readIdioms>) => {
    for (const [id, texts] of Object.entries(wordings)) {
      const before = signs.get(id)
      signs.set(id, { ...before, [language]: [...(before?.[language] ?? []), ...texts] })
    }
  }
  // Concepts are named in English, of which other languages are translations.
  add("en", readDefinitions(texts.get("signs.tsv") ?? ""))
  for (const language of Object.keys(grammars)) add(language, readIdioms(texts.get(`idioms.${language}.tsv`) ?? ""))
  // People type the names that pages show. Plain words explain a part of a name, and mean less than the sign.
  for (const language of Object.keys(grammars)) {
    // In a wording brackets would enclose alternatives.
    const wordingsOf = ({ label }: SignLabel) => (label === undefined ? [] : [label.replace(/[()|]/g, " ")])
    add(language, Record.map(read(`labels.${language}.json`, SignLabelFile) ?? {}, wordingsOf))
  }
  return {
    lay: Object.fromEntries(signs),
    grammars,
    glossaries,
    unspacedDenials: unspaced
  }
}

/** The phenotypes: they take seconds to build, and less than one to read (decision 0026). */
export const phenotypesIn = (folder: string, report: Report = () => undefined): Promise<PhenotypeData | undefined> =>
  built({ what: "phenotypes", folder }, ([lay, ...files]) => {
    const words = wordFilesIn(
      lay?.text ?? "",
      files.filter(({ name }) => isOfWords(name))
    )
    return buildPhenotypes(
      files.filter(({ name }) => !isOfWords(name)),
      words,
      orphanetVersion,
      report
    )
  })
