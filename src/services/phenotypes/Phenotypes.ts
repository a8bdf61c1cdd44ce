import type { Source } from "@rare-disease-community/catalogue/Source"
import { diseasesWith } from "@rare-disease-community/signs/DiseaseProfiles"
import {
  idOf,
  itemsAt,
  type NameStatus,
  numberOf,
  type PhenotypeData,
  Term,
  termOf,
  termsInsteadOf
} from "@rare-disease-community/signs/PhenotypeData"
import type { PhenotypeNames } from "@rare-disease-community/signs/PhenotypeNames"
import { plainAmong } from "@rare-disease-community/signs/PlainNames"
import { rangeAt, textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { Context, Effect, Layer, Option } from "effect"
import type { DiseaseDetail } from "../../domain/diseases/Disease.ts"
import { baseOf } from "../../domain/Language.ts"
import { phenotypeList } from "../../domain/Lists.ts"
import { type InvalidCursor, type PageRequest, pageByOffset, pageOf, pageSliceOf } from "../../domain/Page.ts"
import {
  type Phenotype,
  type PhenotypeDetail,
  type PhenotypeId,
  PhenotypeNotFound,
  type PhenotypePage
} from "../../domain/phenotypes/Phenotype.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { Languages } from "../languages/Languages.ts"
import { withSpans } from "../Spans.ts"
import type { DiseasePhenotypes } from "./DiseasePhenotypes.ts"
import { PhenotypeEngine, type ReadPhenotypes } from "./PhenotypeEngine.ts"

/** A request for a list of phenotypes: all by id, or those that a search finds. */
export interface PhenotypeRequest extends PageRequest {
  readonly search?: string | undefined
}

/** How a phenotype is named in a language. */
export interface SignName {
  /** Undefined where there is none but the English name. */
  readonly text: string | undefined
  /** The source of the name: `ours` is `signs.json` of the folder of the language. */
  readonly status: NameStatus | "ours"
  /** A medical word in plain words. */
  readonly plain: string | undefined
}

/** Names of phenotypes in one language, by id. */
export type SignNames = ReadonlyMap<string, SignName>

/** The signs and symptoms of the Human Phenotype Ontology (contract, Symptoms and languages). */
export class Phenotypes extends Context.Tag("services/phenotypes/Phenotypes")<
  Phenotypes,
  {
    /** One page of phenotypes. Fails with `InvalidCursor`. */
    readonly list: (request: PhenotypeRequest) => StorageEffect<PhenotypePage, InvalidCursor>

    /**
     * A phenotype in full; an alternative id leads to the one that replaced it. Fails with `PhenotypeNotFound`, which
     * names what to consider instead of one that was given up.
     */
    readonly get: (id: PhenotypeId) => StorageEffect<PhenotypeDetail, PhenotypeNotFound>

    /** The names of phenotypes; unknown ids are left out. */
    readonly named: (ids: ReadonlyArray<PhenotypeId>) => StorageEffect<ReadonlyArray<Pick<Phenotype, "id" | "name">>>

    /**
     * The names of phenotypes in a language, and in plain words; unknown ids are left out, and all while phenotypes are
     * read.
     */
    readonly localNames: (ids: ReadonlyArray<string>, language: string) => Effect.Effect<SignNames>
  }
>() {
  static readonly layer = Layer.effect(Phenotypes, withSpans("Phenotypes", Effect.gen(make)))
}

/** The notice that the licence of the Human Phenotype Ontology demands. */
export const hpoNotice = ({ hpo }: PhenotypeData["versions"]): string =>
  `This service is using the Human Phenotype Ontology (version ${hpo}). Find out more at http://www.human-phenotype-ontology.org.`

/** The sources of phenotypes and their annotations, with what their licences demand. */
export const phenotypeSources = (versions: PhenotypeData["versions"]): ReadonlyArray<Source> => [
  {
    name: "Human Phenotype Ontology",
    licence: "https://human-phenotype-ontology.github.io/license.html",
    url: "http://www.human-phenotype-ontology.org",
    version: versions.hpo,
    attribution: `${hpoNotice(versions)} Gargano et al., Nucleic Acids Res. 2024, 52(D1):D1333-D1346.`
  },
  {
    name: "Orphadata, phenotypes",
    licence: "CC BY 4.0",
    url: "https://www.orphadata.com",
    version: versions.orphanet,
    attribution: `Orphadata Science: Free access data from Orphanet. (c) INSERM 1999. Version ${versions.orphanet}; modified.`
  }
]

/** The record of a disease with its signs and their sources. */
export const withSigns = (disease: DiseaseDetail, signs: Option.Option<DiseasePhenotypes>): DiseaseDetail =>
  Option.match(signs, {
    onNone: () => disease,
    onSome: ({ phenotypes, versions }) => ({
      ...disease,
      phenotypes,
      sources: phenotypes.length === 0 ? disease.sources : [...disease.sources, ...phenotypeSources(versions)]
    })
  })

const namesOf = ({ data, names }: ReadPhenotypes, term: Term) => {
  const { from, to } = rangeAt(data.names.offsets, term)
  return Array.from({ length: to - from }, (_, at) => names.name(from + at))
}

const namedIn = (data: PhenotypeData, ids: ReadonlyArray<PhenotypeId>) => {
  const terms = new Set(ids.flatMap((id) => termOf(data, numberOf(id)) ?? []))
  return Array.from(terms, (term) => ({ id: idOf(data, term), name: textAt(data.labels, term) }))
}

/** A name at the beginning of a line. Translators have begun some with a small letter, which is right in "pH" alone. */
const atBeginning = (text: string): string => text.replace(/^\p{Ll}(?=\p{Ll})/u, (first) => first.toUpperCase())

/** Our name in the language, else that of the ontology; its plain words are ours, else its English lay name. */
const localNameOf = (
  { signLabel }: Languages["Type"],
  phenotypes: ReadPhenotypes,
  id: string,
  language: string
): SignName | undefined => {
  const { data } = phenotypes
  const term = termOf(data, numberOf(id))
  if (term === undefined) return undefined
  const names = namesOf(phenotypes, term).filter((one) => one.language === baseOf(language))
  const lay = names.filter(({ kind }) => kind === "lay").map(({ text }) => text)
  const known = names.find(({ kind }) => kind === "name")
  const { label, plain = language === "en" ? plainAmong(textAt(data.labels, term), lay) : undefined } = signLabel(
    language,
    idOf(data, term)
  )
  const text = label ?? (known === undefined ? undefined : atBeginning(known.text))
  return { text, status: label === undefined ? (known?.status ?? "official") : "ours", plain }
}

const localNamesOf = (
  languages: Languages["Type"],
  phenotypes: ReadPhenotypes,
  ids: ReadonlyArray<string>,
  language: string
): SignNames =>
  new Map(
    Array.from(new Set(ids)).flatMap((id) => {
      const name = localNameOf(languages, phenotypes, id, language)
      return name === undefined ? [] : [[id, name] as const]
    })
  )

const record = (phenotypes: ReadPhenotypes, term: Term) => {
  const { data } = phenotypes
  const name = textAt(data.labels, term)
  const all = namesOf(phenotypes, term)
  const english = all.filter(({ kind, language, text }) => language === "en" && kind !== "ours" && text !== name)
  return { id: idOf(data, term), name, all, synonyms: Array.from(new Set(english.map(({ text }) => text))) }
}

/** The phenotypes of a search by name, or the one with such an id. */
const found = ({ data, names }: ReadPhenotypes, search: string) => {
  const [, digits] = /^\s*hp[:_]?(\d{7})\s*$/i.exec(search) ?? []
  if (digits === undefined) return names.search(search)
  const term = termOf(data, Number(digits))
  return term === undefined ? [] : [{ term, name: undefined }]
}

/** The name of a phenotype that a search found, as a match. */
const matchOf = ({ kind, language, status, text }: ReturnType<PhenotypeNames["name"]>) => ({
  field: kind,
  text,
  lang: language,
  status
})

function* make() {
  const engine = yield* PhenotypeEngine
  const languages = yield* Languages
  const finder = yield* DiseaseFinder
  const list = Effect.fnUntraced(function* (request: PhenotypeRequest) {
    const { search } = request
    const codec = phenotypeList(search)
    const window = yield* pageSliceOf(codec, request)
    const phenotypes = yield* engine.phenotypes
    const { data, names } = phenotypes
    const all =
      search === undefined
        ? Array.from(data.ids, (_, place) => ({ term: Term(place), name: undefined }))
        : found(phenotypes, search)
    const items = all.slice(window.offset, window.offset + window.limit).map(({ name, term }): Phenotype => {
      const { all: _, ...phenotype } = record(phenotypes, term)
      const matched = name === undefined ? undefined : names.name(name)
      const byId = { field: "id", text: search ?? "", lang: "en", status: "official" } as const
      return {
        ...phenotype,
        matchedOn: search === undefined ? Option.none() : Option.some(matched === undefined ? byId : matchOf(matched))
      }
    })
    return {
      ...pageOf(codec, window, pageByOffset(items, all.length, window)),
      versions: data.versions,
      source: hpoNotice(data.versions)
    }
  })

  const get = Effect.fnUntraced(function* (id: PhenotypeId) {
    const phenotypes = yield* engine.phenotypes
    const { data } = phenotypes
    const term = termOf(data, numberOf(id))
    if (term === undefined) {
      const terms = termsInsteadOf(data, numberOf(id))
      const consider = terms.map((other) => ({ id: idOf(data, other), name: textAt(data.labels, other) }))
      return yield* new PhenotypeNotFound({ id, consider })
    }
    const joined = yield* Effect.flatMap(finder.index, engine.joined)
    const { all, ...phenotype } = record(phenotypes, term)
    const definition = textAt(data.definitions, term)
    return {
      ...phenotype,
      definition: definition === "" ? Option.none() : Option.some(definition),
      parents: Array.from(itemsAt(data.parents, term), (parent) => ({
        id: idOf(data, parent),
        name: textAt(data.labels, parent)
      })),
      diseaseCount: diseasesWith(data, joined.profiles, term),
      names: Array.from(
        new Map(all.map((name) => [`${name.language} ${name.text}`, name])).values(),
        ({ language, status, text }) => ({ lang: language, name: text, status })
      ).filter(({ lang }) => lang !== "en"),
      sources: phenotypeSources(data.versions).slice(0, 1)
    }
  })

  const named = (ids: ReadonlyArray<PhenotypeId>) => Effect.map(engine.phenotypes, ({ data }) => namedIn(data, ids))

  const localNames = (ids: ReadonlyArray<string>, language: string) =>
    engine.phenotypes.pipe(
      Effect.map((phenotypes) => localNamesOf(languages, phenotypes, ids, language)),
      Effect.orElseSucceed((): SignNames => new Map())
    )

  return Phenotypes.of({ list, get, named, localNames })
}
