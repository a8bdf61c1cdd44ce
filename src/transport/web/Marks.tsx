import { useField } from "./FormFields.ts"
import { useWebRequest } from "./WebRequest.ts"

/** The buttons that mark a part of a text, which only the script shows. */
export const Marks = ({ name }: { readonly name: string }) => {
  const { t } = useWebRequest()
  return (
    <div class="marks" role="group" aria-label={t.writing.marksOf} data-marks={useField(name).id} hidden>
      {Object.entries(t.writing.marks).map(([mark, label]) => (
        <button type="button" class="second" key={mark} data-mark={mark}>
          {label}
        </button>
      ))}
    </div>
  )
}

/** The attributes by which the script offers members after an `@`, those of the post first. */
export const useMentions = (postId?: number) => ({
  "data-mentions": `/members/named?${postId === undefined ? "" : `postId=${postId}&`}search=`,
  "data-label": useWebRequest().t.layout.members
})
