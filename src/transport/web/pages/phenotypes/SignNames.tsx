import { Effect } from "effect"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Phenotypes, SignNames } from "../../../../services/phenotypes/Phenotypes.ts"
import { english } from "../../Components.tsx"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"

/** The names of signs in the language of the page. */
export const CurrentSignNames = createContext<SignNames>(new Map())

/** The names of signs for a page: none for one in English, which the names are themselves. */
export const signNamesFor = (
  phenotypes: Phenotypes["Type"],
  { language }: WebRequest,
  ids: ReadonlyArray<string>
): Effect.Effect<SignNames> => (language === "en" ? Effect.succeed(new Map()) : phenotypes.localNames(ids, language))

/** The name of a sign in the page's language, or in English, marked as that. */
export const SignName = ({ of: { id, name } }: { readonly of: { readonly id: string; readonly name: string } }) => {
  const request = useWebRequest()
  const local = useContext(CurrentSignNames).get(id)
  return <span lang={local === undefined ? english(request) : undefined}>{local?.text ?? name}</span>
}

/** Says that a program translated names of signs, where it did. */
export const TranslatedNames = () => {
  const { t } = useWebRequest()
  const names = Array.from(useContext(CurrentSignNames).values())
  return names.some(({ status }) => status === "machine") ? <p class="hint">{t.disease.translated}</p> : null
}
