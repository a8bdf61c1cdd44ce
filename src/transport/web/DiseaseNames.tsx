import type { Visit } from "./Visit.ts"

/** The language of an English name, where the page has another one. */
export const english = ({ language }: Visit) => (language === "en" ? undefined : "en")

export interface Named {
  readonly name: string
  readonly localName?: string | null | undefined
}

/** The language that names are asked for in; the catalogue is English itself. */
export const nameLanguage = ({ language }: Visit) => (language === "en" ? undefined : language)

/** The name of a disease as a text: that in the page's language where one is known. */
export const nameOf = ({ localName, name }: Named): string => localName ?? name

/** The name of a disease, marked as English where it has none in the page's language. */
export const DiseaseName = ({ disease, visit }: { readonly disease: Named; readonly visit: Visit }) => (
  <span lang={disease.localName == null ? english(visit) : undefined}>{nameOf(disease)}</span>
)
