import { Array, Effect, Schema } from "effect"
import { useContext } from "preact/hooks"
import { decimal } from "../../../../api/Query.ts"
import { BadRequest } from "../../../../api/WireErrors.ts"
import type { Disease } from "../../../../domain/diseases/Disease.ts"
import { DiseaseId } from "../../../../domain/Ids.ts"
import { InvalidInput } from "../../../../domain/Issues.ts"
import { maxSearchCharacters } from "../../../../domain/Text.ts"
import type { Diseases } from "../../../../services/diseases/Diseases.ts"
import { english, type Named, nameLanguage, nameOf } from "../../Components.tsx"
import { type Choice, Choices, Field } from "../../Form.tsx"
import { CurrentForm } from "../../FormFields.ts"
import { type Submitted, useWebRequest, type Values, valueOf, type WebRequest } from "../../WebRequest.ts"
import { englishMark } from "./DiseaseNames.tsx"

/** The maximum number of diseases among which a form lets choose. */
const diseasesShown = 8

/** The id that a form sends for a disease. */
export const diseaseIdIn = Schema.decodeOption(decimal(DiseaseId))

/** True for a form that was sent by the button that searches a disease. */
const isSearched = ({ problem, values }: Submitted) => problem === undefined && valueOf(values, "prepare") === "disease"

/**
 * The diseases to choose from: those that are `known` already, and those of the name that is being searched. The first
 * of these has the focus, since the page is a new one.
 */
export const diseaseChoices = (
  catalogue: Diseases["Type"],
  request: WebRequest,
  known: ReadonlyArray<Named & Pick<Disease, "id">>
) =>
  Effect.gen(function* () {
    const lang = nameLanguage(request)
    const search = valueOf(request.form.values, "disease").slice(0, maxSearchCharacters)
    const found = search === "" ? [] : (yield* catalogue.list({ search, limit: diseasesShown, lang })).data
    const [first] = isSearched(request.form) ? found : []
    return Array.dedupeWith([...known, ...found], (one, other) => one.id === other.id).map(
      (disease): Choice => ({
        value: String(disease.id),
        label: nameOf(disease),
        lang: disease.localName == null ? english(request) : undefined,
        mark: englishMark(request, disease),
        hasFocus: disease.id === first?.id
      })
    )
  })

/** The chosen disease; undefined if another name was typed after it was chosen. */
export const chosenDisease = (values: Values): string | undefined => {
  const typed = valueOf(values, "disease").trim()
  const isAnswered = typed === "" || typed === valueOf(values, "searched").trim()
  return isAnswered && values["diseaseId"] !== undefined ? valueOf(values, "diseaseId") : undefined
}

const nothingChosen = "choose the disease from the list, or leave its field empty"

/**
 * Fails where a disease was typed and not chosen: it would be left out without a word. Of several, those found were
 * shown.
 */
export const requireChosen = ({ form: { values } }: WebRequest, into: DiseaseFieldProps["into"]) => {
  const typed = valueOf(values, "disease").trim()
  const isSeen = valueOf(values, "searched").trim() === typed
  if (typed === "" || (into === "diseaseId" ? chosenDisease(values) !== undefined : isSeen)) return Effect.void
  const rule = { _tag: "NotChosen", message: nothingChosen } as const
  const cause = new InvalidInput({ faults: [{ sentence: nothingChosen, field: into, rule }] })
  return Effect.fail(new BadRequest({ message: cause.message, cause }))
}

export interface DiseaseFieldProps {
  /** The name of the field for chosen diseases. */
  readonly into: "diseaseId" | "diseaseIds"
  readonly hint?: string
}

type DiseaseChoiceProps = DiseaseFieldProps & { readonly diseases: ReadonlyArray<Choice> }

/**
 * The field `disease` of a form, a search. The script adds what is chosen of its suggestions as a field named `into`.
 */
export const DiseaseField = ({ diseases, hint, into, value }: DiseaseChoiceProps & { readonly value?: string }) => {
  const { form, t } = useWebRequest()
  const typed = value ?? valueOf(form.values, "disease")
  const hasFound = diseases.some(({ hasFocus }) => hasFocus)
  const isFruitless = isSearched(form) && !hasFound
  return (
    <div
      class="field"
      data-combobox="/api/diseases"
      data-into={into}
      data-label={t.reading.suggestions}
      data-english={t.disease.inEnglishMark}
    >
      <Field
        name="disease"
        hint={isFruitless && typed.trim() !== "" ? t.layout.nothingFound : hint}
        value={value}
        type="search"
        isRequired={false}
        autocomplete="off"
        hasFocus={isFruitless}
      />
      <input type="hidden" name="searched" value={typed} />
      <button class="second" name="prepare" value="disease">
        {t.writing.findDisease}
      </button>
    </div>
  )
}

/** The disease that is chosen already, and below it, folded, the search for another. */
const ChosenDisease = (props: DiseaseChoiceProps) => {
  const [chosen] = props.diseases
  const { t } = useWebRequest()
  const form = useContext(CurrentForm)
  const fields = {
    ...form.fields,
    diseaseId: { label: t.writing.disease, named: "" },
    disease: { label: t.writing.otherDisease, named: "diseaseId" }
  }
  return chosen === undefined ? null : (
    <CurrentForm.Provider value={{ ...form, fields }}>
      <Choices
        name="diseaseId"
        value={chosen.value}
        choices={[chosen, { value: "", label: t.writing.withoutDisease }]}
      />
      <details class="field">
        <summary>{t.writing.otherDisease}</summary>
        <DiseaseField {...props} value="" />
      </details>
    </CurrentForm.Provider>
  )
}

/** One disease: searched by its name, and chosen among what was found. */
export const DiseaseChoice = (props: DiseaseChoiceProps) => {
  const { diseases } = props
  const { form, t } = useWebRequest()
  const chosen = chosenDisease(form.values)
  const known = diseases.filter(({ value }) => value === chosen)
  if (known.length > 0 && valueOf(form.values, "prepare") !== "disease") {
    return <ChosenDisease {...props} diseases={known} />
  }
  return (
    <>
      <DiseaseField {...props} />
      {diseases.length === 0 ? null : (
        <Choices
          name="diseaseId"
          value={chosen ?? "none yet"}
          choices={[...diseases, { value: "", label: t.writing.noDisease }]}
        />
      )}
    </>
  )
}
