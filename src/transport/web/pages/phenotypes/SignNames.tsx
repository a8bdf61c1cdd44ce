import type { Effect } from "effect"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Phenotypes, SignNames } from "../../../../services/phenotypes/Phenotypes.ts"
import { inEnglish, printed } from "../../Components.tsx"
import { useWebRequest, type WebRequest } from "../../WebRequest.ts"

/** The names of signs in the language of the page. */
export const CurrentSignNames = createContext<SignNames>(new Map())

/** The names of signs for a page. */
export const signNamesFor = (
  phenotypes: Phenotypes["Type"],
  { language }: WebRequest,
  ids: ReadonlyArray<string>
): Effect.Effect<SignNames> => phenotypes.localNames(ids, language)

interface SignNameProps {
  readonly of: { readonly id: string; readonly name: string }
  /** Says a medical word in plain words, too. */
  readonly isExplained?: boolean
}

/** The name of a sign in the page's language, or in English, marked as that. */
export const SignName = ({ isExplained = false, of: { id, name } }: SignNameProps) => {
  const request = useWebRequest()
  const local = useContext(CurrentSignNames).get(id)
  const plain = isExplained ? local?.plain : undefined
  return (
    <>
      <span {...(local?.text === undefined ? inEnglish(request) : {})}>{printed(local?.text ?? name)}</span>
      {plain === undefined ? null : <span class="plainly"> ({plain})</span>}
    </>
  )
}

/** Says that a program translated names of signs, where it did. */
export const TranslatedNames = () => {
  const { t } = useWebRequest()
  const names = Array.from(useContext(CurrentSignNames).values())
  return names.some(({ status }) => status === "machine") ? <p class="hint">{t.disease.translated}</p> : null
}
