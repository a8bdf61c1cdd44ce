import type { Effect } from "effect"
import { Context } from "effect"
import type {
  CategoryCount,
  Codes,
  Disease,
  DiseaseDetail,
  DiseaseFilter,
  DiseaseNotFound,
  DiseaseRef,
  Gene,
  Prevalence,
  Source
} from "../domain/Disease.ts"
import type { DiseaseNaming } from "../domain/DiseaseNaming.ts"
import type { CategoryId, DiseaseId } from "../domain/Ids.ts"
import type { Kinship } from "../domain/Kinship.ts"
import type { DiseaseKey } from "../domain/Lists.ts"
import type { Found, Window } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A disease to store; `key` names it for ever. Categories are by name, and made where they are new. */
export interface DiseaseToSave {
  /** `marfan-syndrome` for one of ours, `MONDO:0007947` for one that was imported. */
  readonly key: string
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
  readonly codes: typeof Codes.Type
  /** Codes of retired or merged entries that lead here. */
  readonly retiredCodes: ReadonlyArray<string>
  readonly categories: ReadonlyArray<string>
  /** A blank one is none. */
  readonly description: string | null
  /** Keys of its direct supertypes. One that is nobody's yet is passed over; a retired one's successor takes its place. */
  readonly parents: ReadonlyArray<string>
  readonly onset: ReadonlyArray<string>
  readonly inheritance: ReadonlyArray<string>
  readonly prevalence: ReadonlyArray<Prevalence>
  readonly genes: ReadonlyArray<Gene>
  /** How well known it is, a whole number from 0: what decides between equals in a search. */
  readonly prominence: number
  readonly sources: ReadonlyArray<Source>
}

/** What an import recognises a stored disease by. */
export interface KnownDisease {
  readonly key: string
  readonly id: DiseaseId
  /** Its own codes as they are shown, those that merely lead here left out. */
  readonly codes: ReadonlyArray<string>
  readonly retired: boolean
}

/** Where a disease stands in the order of changes. */
export interface CataloguePlace {
  readonly version: number
  readonly id: number
}

/** What an index in memory is made of. */
export interface CatalogueEntry {
  readonly id: DiseaseId
  /** That of the save or retirement which changed it last. */
  readonly version: number
  readonly retired: boolean
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
  /** Its own, as they are shown. */
  readonly codes: ReadonlyArray<string>
  /** Those that merely lead here: of retired and merged diseases, as they are shown. */
  readonly retiredCodes: ReadonlyArray<string>
  readonly categoryIds: ReadonlyArray<CategoryId>
  /** By id, as the categories. */
  readonly parentIds: ReadonlyArray<DiseaseId>
  readonly description: string | null
  /** Their symbols. */
  readonly genes: ReadonlyArray<string>
  readonly prominence: number
}

/** How many of the diseases that were saved are new, are not what they were, and are as they were. */
export interface Saved {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

/** A disease to take out of the catalogue, and the one that takes its place, where there is one. */
export interface Retirement {
  readonly key: string
  readonly successor: string | null
}

/** How many levels down subtypes are looked for: a bound on what a ring among them costs. */
export const maxDescent = 40

/** A disease, and of which one it is kin. */
export interface DiseaseRelative {
  readonly id: DiseaseId
  readonly of: DiseaseId
  readonly kinship: Kinship
}

/** How many kin are named, and how many siblings a disease may have for them to be near. */
export const maxRelatives = 200
export const maxSiblings = 30

/** Where diseases are stored and found. */
export class DiseasesRepo extends Context.Tag("repositories/DiseasesRepo")<
  DiseasesRepo,
  {
    /**
     * Diseases by name (of the folded text, code point by code point), all or of one category; retired ones are left
     * out. What a search finds `services/DiseaseFinder.ts` knows.
     */
    readonly page: (
      filter: Pick<DiseaseFilter, "category">,
      window: Window<DiseaseKey>
    ) => Effect.Effect<Found<Disease, DiseaseKey>, Unavailable>

    /**
     * These diseases as lists show them, in this order, and the version of the catalogue, all of one moment. Ids that
     * are nobody's, retired or repeated are passed over.
     */
    readonly shown: (
      ids: ReadonlyArray<DiseaseId>
    ) => Effect.Effect<{ readonly version: number; readonly items: ReadonlyArray<Disease> }, Unavailable>

    /**
     * The first `limit` diseases behind a place in the order of changes (by version, then id), the retired ones too.
     * Who reads on from the last one until there are no more misses nothing: what is committed later has a greater
     * version than all that could be read before.
     */
    readonly changedAfter: (
      place: CataloguePlace,
      limit: number
    ) => Effect.Effect<ReadonlyArray<CatalogueEntry>, Unavailable>

    /**
     * The disease in full, by id or by code in any way of writing it. A retired one's id or code leads to its
     * successor; without one it is answered as it was. Of several with one code, first those that are not retired,
     * then those whose own it is, then by id. Fails with `DiseaseNotFound`.
     */
    readonly get: (ref: DiseaseRef) => Effect.Effect<DiseaseDetail, DiseaseNotFound | Unavailable>

    /** Every category with how many diseases it holds, by name; retired ones are not counted. */
    readonly categories: Effect.Effect<ReadonlyArray<CategoryCount>, Unavailable>

    /**
     * The first `limit` subtypes of these diseases, down to `maxDescent` levels, each once: the nearest first, then by
     * id. None of the diseases asked for is among them, nor a retired one. `under` is the one asked for that it is
     * nearest to, of several the one with the lowest id.
     */
    readonly descendants: (
      ids: ReadonlyArray<DiseaseId>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<{ readonly id: DiseaseId; readonly under: DiseaseId }>, Unavailable>

    /**
     * The nearest kin of these diseases, at most `maxRelatives`, each once; themselves and retired ones are passed over.
     * First subtypes, direct ones and theirs; then supertypes, direct ones and theirs; then siblings, which have a direct
     * supertype in common, unless that has more than `maxSiblings` besides; by the order of the diseases, then by id.
     */
    readonly relatives: (ids: ReadonlyArray<DiseaseId>) => Effect.Effect<ReadonlyArray<DiseaseRelative>, Unavailable>

    /** Which of the ids name no disease, or a retired one. */
    readonly missing: (ids: ReadonlyArray<DiseaseId>) => Effect.Effect<ReadonlyArray<DiseaseId>, Unavailable>

    /**
     * Every name, synonym and abbreviation that has one of these keys (`nameKey` of `domain/DiseaseNaming.ts`) and whose
     * it is: by the id of the disease, its name first, then its synonyms, then its abbreviations. A key asked for twice
     * is answered once. Retired diseases have no names.
     */
    readonly named: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<DiseaseNaming>, Unavailable>

    /** All that is stored, by id, retired ones too. */
    readonly known: Effect.Effect<ReadonlyArray<KnownDisease>, Unavailable>

    /**
     * Stores diseases: new under the next ids in this order, known keys in place; of a key given twice the last. One
     * whose facts, names, codes, categories or parents are not as they were is changed, a retired one comes back; the
     * others are not touched. Where anything is new or changed, the version of the catalogue is raised by one and is
     * theirs. To be called in a transaction: saves and retirements wait for one another until its end.
     */
    readonly save: (diseases: ReadonlyArray<DiseaseToSave>) => Effect.Effect<Saved, Unavailable>

    /**
     * Takes diseases out of lists, counts, searches and names. Posts, profiles, news, and the place of a supertype, go
     * over to the successor; without one posts, profiles and news stay. Where the successor is retired too, its own
     * successor stands for it. Keys that are nobody's are passed over, and are no successors; nor is a disease its own.
     * One retired before may be given another successor. Answers how many were not retired before. The version is
     * raised, in a transaction, as by `save`.
     */
    readonly retire: (retirements: ReadonlyArray<Retirement>) => Effect.Effect<number, Unavailable>
  }
>() {}
