import { Array, Effect, Option, Schema } from "effect"
import { decimal } from "../../api/Query.ts"
import type { Disease } from "../../domain/diseases/Disease.ts"
import { DiseaseId } from "../../domain/Ids.ts"
import type { Diseases } from "../../services/diseases/Diseases.ts"
import { type Choice, Field } from "./Form.tsx"
import { english, type Named, nameLanguage, nameOf } from "./Pieces.tsx"
import { useVisit, type Visit, valueOf } from "./Visit.ts"

const diseasesShown = 8

const diseaseIn = Schema.decodeOption(decimal(DiseaseId))

/** The diseases to choose from: those that are chosen or `named` already, and those of the name that is being searched. */
export const diseaseChoices = (
  catalogue: Diseases["Type"],
  visit: Visit,
  chosen: ReadonlyArray<string>,
  named: ReadonlyArray<Named & Pick<Disease, "id">> = []
) =>
  Effect.gen(function* () {
    const lang = nameLanguage(visit)
    const search = valueOf(visit.form.values, "disease").slice(0, 500)
    // An unknown number is not a disease.
    const known = yield* Effect.forEach(
      Array.dedupe(chosen).flatMap((id) => Option.toArray(diseaseIn(id))),
      (id) =>
        catalogue.get(id, lang).pipe(
          Effect.asSome,
          Effect.catchTag("DiseaseNotFound", () => Effect.succeedNone)
        ),
      { concurrency: 8 }
    )
    const found = search === "" ? [] : (yield* catalogue.list({ search, limit: diseasesShown, lang })).data
    const all = Array.dedupeWith([...Array.getSomes(known), ...named, ...found], (one, other) => one.id === other.id)
    return all.map(
      (disease): Choice => ({
        value: String(disease.id),
        label: nameOf(disease),
        lang: disease.localName == null ? english(visit) : undefined
      })
    )
  })

/** A search of a disease for a form. The script adds what is chosen of its suggestions as a field named `into`. */
export const DiseaseSearch = ({ into, label, hint }: DiseaseSearchProps) => {
  const { t } = useVisit()
  return (
    <div class="field" data-combobox="/api/diseases" data-into={into} data-label={t.reading.suggestions}>
      <Field name="disease" label={label} hint={hint} type="search" isRequired={false} autocomplete="off" />
      <button class="second" name="prepare" value="disease">
        {t.writing.findDisease}
      </button>
    </div>
  )
}

interface DiseaseSearchProps {
  readonly label: string
  readonly hint?: string
  readonly into: "diseaseId" | "diseaseIds"
}
