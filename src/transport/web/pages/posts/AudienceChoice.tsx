import { Option } from "effect"
import { Audience, isWider } from "../../../../domain/posts/Audience.ts"
import { Choices } from "../../Form.tsx"
import { useWebRequest, valueOf } from "../../WebRequest.ts"

export interface AudienceChoices {
  /** The audience that the form preselects; none where everyone reads everything. */
  readonly audience: Option.Option<Audience>
  /** The audience beyond which the post cannot be shown: others have replied for these readers. */
  readonly widest: Option.Option<Audience>
  /** True for the first post of a member, who is asked for whom it is. */
  readonly isFirst: boolean
}

/** The choice of the post's audience, or a notice that everyone can read it, where there is no choice. */
export const AudienceChoice = ({ audience, isFirst, widest }: AudienceChoices) => {
  const { form, t } = useWebRequest()
  const isOff = (value: Audience) => Option.exists(widest, (fixed) => isWider(value, fixed))
  const typed = Audience.literals.find((value) => value === valueOf(form.values, "audience"))
  if (Option.isNone(audience)) return <p class="notice">{t.writing.publicHint}</p>
  return (
    <>
      {isFirst ? <p class="notice">{t.writing.firstAudience}</p> : null}
      <Choices
        name="audience"
        value={typed !== undefined && isOff(typed) ? Option.getOrUndefined(widest) : (typed ?? audience.value)}
        choices={Audience.literals.map((value) => ({
          value,
          label: t.writing.audienceNames[value],
          hint: isOff(value) ? t.faults.AudienceFixed : t.writing.audienceHints[value],
          isDisabled: isOff(value)
        }))}
      />
      <p class="hint">{t.writing.namesHint}</p>
    </>
  )
}
