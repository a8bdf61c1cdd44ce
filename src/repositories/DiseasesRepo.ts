import type { Effect } from "effect"
import { Context } from "effect"
import type {
  CategoryCount,
  codeSystems,
  Disease,
  DiseaseDetail,
  DiseaseFilter,
  DiseaseNotFound,
  DiseaseRef,
  Source
} from "../domain/Disease.ts"
import type { DiseaseNaming } from "../domain/DiseaseNaming.ts"
import type { DiseaseId } from "../domain/Ids.ts"
import type { Found, Window } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A disease to store; `key` names it for ever. Categories are by name, and made where they are new. */
export interface DiseaseToSave {
  readonly key: string
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
  readonly codes: { readonly [System in (typeof codeSystems)[number]]?: ReadonlyArray<string> | undefined }
  readonly categories: ReadonlyArray<string>
  readonly description: string
  readonly sources: ReadonlyArray<Source>
}

/** Where diseases are stored and found. */
export class DiseasesRepo extends Context.Tag("repositories/DiseasesRepo")<
  DiseasesRepo,
  {
    /**
     * Without `search` all diseases by name (of the folded text, code point by code point), all or of one category.
     * With it those whose name, synonym, abbreviation or code matches, best first: a code or a whole name, then the
     * beginning of a name, then a whole word or the beginning of one, then a single typing error or a like spelling;
     * among equals a name before a synonym, then by name. `matchedOn` says what matched best. A search that folds to
     * nothing finds nothing.
     */
    readonly page: (filter: DiseaseFilter, window: Window) => Effect.Effect<Found<Disease>, Unavailable>

    /** The disease in full, by id or by code in any way of writing it. Fails with `DiseaseNotFound`. */
    readonly get: (ref: DiseaseRef) => Effect.Effect<DiseaseDetail, DiseaseNotFound | Unavailable>

    /** Every category with how many diseases it holds, by name. */
    readonly categories: Effect.Effect<ReadonlyArray<CategoryCount>, Unavailable>

    /** Which of the ids name no disease. */
    readonly missing: (ids: ReadonlyArray<DiseaseId>) => Effect.Effect<ReadonlyArray<DiseaseId>, Unavailable>

    /**
     * Every name, synonym and abbreviation that has one of these keys (`nameKey` of `domain/DiseaseNaming.ts`) and whose
     * it is: by the id of the disease, its name first, then its synonyms, then its abbreviations. A key asked for twice
     * is answered once.
     */
    readonly named: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<DiseaseNaming>, Unavailable>

    /** Stores diseases: new under the next ids in this order, known keys in place. */
    readonly save: (diseases: ReadonlyArray<DiseaseToSave>) => Effect.Effect<void, Unavailable>
  }
>() {}
