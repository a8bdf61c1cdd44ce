import { createContext } from "preact"
import { useContext } from "preact/hooks"
import { type Submitted, useWebRequest } from "./WebRequest.ts"

/**
 * The fields of a form in their order: their labels, with the names of those that the API names otherwise; an empty one
 * where another field has its faults.
 */
type Fields = Readonly<Record<string, string | { readonly label: string; readonly named: string }>>

export interface FormFields {
  readonly fields: Fields
  /** The beginning of the ids of its fields. */
  readonly within: string
}

/** The form that is being rendered, which its fields depend on. */
export const CurrentForm = createContext<FormFields>({ fields: {}, within: "field" })

/** A field by its name in the form that it is in. */
export const fieldOf = ({ fields, within }: FormFields, { problem }: Submitted, name: string) => {
  const field = fields[name]
  if (field === undefined) throw new Error(`the form has no field ${name}`)
  const { label, named } = typeof field === "string" ? { label: field, named: name } : field
  return { id: `${within}-${name}`, label, faults: problem?.faults.filter((fault) => fault.field === named) ?? [] }
}

export const useField = (name: string) => fieldOf(useContext(CurrentForm), useWebRequest().form, name)

/** A text for a textarea, of which a parser drops the first line end. */
export const areaText = (text: string) => (text.startsWith("\n") ? `\n${text}` : text)
