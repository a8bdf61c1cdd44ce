import { Prevalence } from "@rare-disease-community/catalogue/Prevalence"
import type { Source } from "@rare-disease-community/catalogue/Source"
import type { IndexedDisease } from "@rare-disease-community/names/DiseaseIndex"
import type { DiseaseNaming } from "@rare-disease-community/names/texts/DiseaseNaming"
import { Context, Schema } from "effect"
import {
  type CategoryCount,
  Codes,
  type Disease,
  type DiseaseDetail,
  type DiseaseFilter,
  type DiseaseNotFound,
  type DiseaseRef,
  Gene,
  type Kinship
} from "../../domain/diseases/Disease.ts"
import type { DiseaseId } from "../../domain/Ids.ts"
import type { DiseaseKey } from "../../domain/Lists.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

const strings = Schema.Array(Schema.String)

/** The facts of a disease to store, identified by `key`. Categories are given by name, and created if they are new. */
export const diseaseFacts = {
  /** `marfan-syndrome` for a starter disease, `MONDO:0007947` for an imported one. */
  key: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  synonyms: strings,
  abbreviations: strings,
  codes: Codes,
  /** Codes of retired or merged entries that lead here, and ids that are not shown (foundation of ICD-11). */
  retiredCodes: strings,
  categories: strings,
  /** A blank one counts as absent. */
  description: Schema.NullOr(Schema.String),
  /** Keys of its direct supertypes. An unknown one is ignored; a retired one is replaced by its successor. */
  parents: strings,
  onset: strings,
  inheritance: strings,
  prevalence: Schema.Array(Prevalence),
  genes: Schema.Array(Gene),
  /** A whole number from 0, greater for a better known disease: decides between equal matches of a search. */
  prominence: Schema.Int
}

export interface DiseaseToSave extends Schema.Struct.Type<typeof diseaseFacts> {
  readonly sources: ReadonlyArray<Source>
}

/** The part of a stored disease by which an import recognises it. */
export interface KnownDisease {
  readonly key: string
  readonly id: DiseaseId
  /** Its own codes as they are shown, without codes of retired entries. */
  readonly codes: ReadonlyArray<string>
  readonly retired: boolean
}

/** The position of a disease in the order of changes. */
export interface CataloguePosition {
  readonly version: number
  readonly id: number
}

/** The part of a disease that an index in memory holds. Codes are in the form that is shown. */
export interface CatalogueEntry extends IndexedDisease {
  /** The version of the save or retirement that changed it last. */
  readonly version: number
}

/** The numbers of saved records that are new, that differ from before, and that do not. */
export interface Saved {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

/** A disease to take out of the catalogue, and the key of its successor. */
export interface Retirement {
  readonly key: string
  readonly successor: string | null
}

/**
 * The maximum number of levels to which the subtypes of a disease are followed; it bounds the cost of a cycle among
 * them.
 */
export const maxDescent = 40

export interface DiseaseRelative {
  readonly id: DiseaseId
  readonly of: DiseaseId
  readonly kinship: Kinship
}

export interface CountedPosts {
  readonly id: DiseaseId
  readonly posts: number
}

/** The maximum number of related diseases that one query finds. */
export const maxRelatives = 200

/** The maximum number of siblings of a disease that count as its relatives: of larger families none does. */
export const maxSiblings = 30

export class DiseasesRepo extends Context.Tag("ports/diseases/DiseasesRepo")<
  DiseasesRepo,
  {
    /** Diseases by name (folded, by code points), all or of one category, without retired ones. */
    readonly page: (
      filter: Pick<DiseaseFilter, "category">,
      window: PageSlice<DiseaseKey>
    ) => StorageEffect<PageResult<Disease, DiseaseKey>>

    /** These diseases in this order. Unknown, retired and repeated ids are ignored. */
    readonly findByIds: (ids: ReadonlyArray<DiseaseId>) => StorageEffect<ReadonlyArray<Disease>>

    /** The version of the catalogue, which each change of a disease raises. */
    readonly version: StorageEffect<number>

    /**
     * The first `limit` diseases after a position in the order of changes (by version, then id), with retired ones. A
     * reader that continues from the last one until there are no more misses nothing: a later commit has a greater
     * version than everything that could be read before it.
     */
    readonly changedAfter: (position: CataloguePosition, limit: number) => StorageEffect<ReadonlyArray<CatalogueEntry>>

    /**
     * The disease in full, by id or by code in any notation. The id or code of a retired disease leads to its
     * successor, or without one to the retired disease. Of several diseases with one code: first those that are not
     * retired, then those whose own code it is, then by id. Fails with `DiseaseNotFound`.
     */
    readonly get: (ref: DiseaseRef) => StorageEffect<DiseaseDetail, DiseaseNotFound>

    /** Every category with its number of diseases, by name; retired ones are not counted. */
    readonly categories: StorageEffect<ReadonlyArray<CategoryCount>>

    /**
     * The first `limit` subtypes of these diseases, down to `maxDescent` levels, each once, the nearest first, then by
     * id; without the given and without retired diseases. `under` is the nearest of the given diseases, of several the
     * one with the lowest id.
     */
    readonly descendants: (
      ids: ReadonlyArray<DiseaseId>,
      limit: number
    ) => StorageEffect<ReadonlyArray<{ readonly id: DiseaseId; readonly under: DiseaseId }>>

    /**
     * The nearest relatives of these diseases, at most `maxRelatives`, each once, without the given and retired ones:
     * first subtypes of two levels, then supertypes of two levels, then siblings by a direct supertype that has at most
     * `maxSiblings` other subtypes; in the order of the diseases, then by id.
     */
    readonly relatives: (ids: ReadonlyArray<DiseaseId>) => StorageEffect<ReadonlyArray<DiseaseRelative>>

    /** The number of posts about each of these diseases and its subtypes, each once, in the order of the ids. */
    readonly postsAbout: (ids: ReadonlyArray<DiseaseId>) => StorageEffect<ReadonlyArray<CountedPosts>>

    /** The ids of no disease, or of a retired one. */
    readonly missing: (ids: ReadonlyArray<DiseaseId>) => StorageEffect<ReadonlyArray<DiseaseId>>

    /**
     * Every name, synonym and abbreviation that has one of these keys (`nameKey` of `Folding.ts`) and its disease:
     * by the id of the disease, its name first, then its synonyms, then its abbreviations. A repeated key is
     * answered once. Retired diseases have no names.
     */
    readonly named: (keys: ReadonlyArray<string>) => StorageEffect<ReadonlyArray<DiseaseNaming>>

    /** All stored diseases by id, with retired ones. */
    readonly known: StorageEffect<ReadonlyArray<KnownDisease>>

    /**
     * Stores diseases: new keys under the next ids in this order, known keys in place; of a repeated key the last. A
     * disease whose facts, names, codes, categories or parents differ is changed, a retired one comes back, and the
     * others are not touched. If any is new or changed, the version of the catalogue rises by one and becomes theirs.
     * To be called in a transaction: saves and retirements wait for one another until its end.
     */
    readonly save: (diseases: ReadonlyArray<DiseaseToSave>) => StorageEffect<Saved>

    /**
     * Takes diseases out of lists, counts, searches and names. Posts, profiles, news and subtypes move to the
     * successor; without one posts, profiles and news stay. The successor of a retired successor takes its place.
     * Unknown keys are ignored, also as successors, and a disease is not its own successor. A disease that was retired
     * before may get another successor. Gives the number of newly retired diseases. The version rises, in a
     * transaction, as by `save`.
     */
    readonly retire: (retirements: ReadonlyArray<Retirement>) => StorageEffect<number>
  }
>() {}
