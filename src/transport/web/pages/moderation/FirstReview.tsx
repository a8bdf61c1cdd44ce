import type { TextTarget } from "../../../../domain/moderation/Target.ts"
import { review } from "../../../../services/moderation/FirstPosts.ts"
import { Act, Area, Form } from "../../Form.tsx"
import { useWebRequest } from "../../WebRequest.ts"
import { casePath } from "./Targets.tsx"

/** The two answers to a text that waits for its first review: to publish it, or to say what is to change before. */
export const FirstReview = ({ target }: { readonly target: TextTarget }) => {
  const { id, type } = target
  const { form, formKey, t } = useWebRequest()
  const about = { type, id: String(id) }
  return (
    <>
      <p>{t.cases.waits}</p>
      <Act action="/moderation" fields={{ ...about, action: "publish", key: formKey }} label={t.cases.publish} />
      <details class="ask" open={form.problem !== undefined}>
        <summary>{t.cases.notYet}</summary>
        <Form
          action="/moderation"
          draft={`${casePath(target)} review`}
          within={`review-${type}-${id}`}
          fields={{ reason: t.cases.notYetWhy }}
        >
          {Object.entries({ ...about, action: "hide", rule: review.rule }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Area name="reason" hint={t.cases.notYetHint} rows={3} />
          <button class="second">{t.cases.keepHidden}</button>
        </Form>
      </details>
    </>
  )
}
