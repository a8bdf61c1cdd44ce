import { Option } from "effect"
import { type DecisionAction, fits, type Target, type TargetType } from "../../../../domain/moderation/Target.ts"
import { type OpenCase, stateAsSeen } from "../../../../services/moderation/Decisions.ts"
import { Area, type Choice, Choices, Field, Form, Menu } from "../../Form.tsx"
import { useWebRequest, valueOf } from "../../WebRequest.ts"
import { type ActTexts, casePath } from "./Targets.tsx"

interface DecideProps {
  readonly target: Target
  readonly actions: ReadonlyArray<DecisionAction>
  readonly found: OpenCase["found"]
}

/** The actions on a target of this type in words. */
const actsOn = <Type extends TargetType>(type: Type, actions: ReadonlyArray<DecisionAction>, texts: ActTexts) =>
  actions.flatMap((value): ReadonlyArray<Choice> => (fits(type, value) ? [{ value, label: texts[type][value] }] : []))

const useActs = ({ actions, found, target: { type } }: DecideProps): ReadonlyArray<Choice> => {
  const { t } = useWebRequest()
  const isSuspended = Option.exists(found, ({ state }) => state === "suspended")
  return actsOn(type, actions, t.cases.acts).map((act) =>
    act.value === "suspend" && isSuspended ? { ...act, label: t.cases.suspendAgain } : act
  )
}

/** The form of a decision about a target. */
export const DecideForm = (props: DecideProps) => {
  const { found, target } = props
  const { form, t } = useWebRequest()
  const acts = useActs(props)
  // A rule is missing from the list, unless it was typed or there is no list.
  const isListed = t.rules.length > 0 && valueOf(form.values, "rule").trim() === ""
  return (
    <Form
      action="/moderation"
      draft={casePath(target)}
      fields={{
        action: t.moderation.actionToTake,
        listed: { label: t.cases.listedRule, named: isListed ? "rule" : "" },
        rule: { label: t.cases.ownRule, named: isListed ? "" : "rule" },
        reason: t.moderation.explanation,
        until: t.cases.until,
        all: t.moderation.allLabel
      }}
    >
      <input type="hidden" name="type" value={target.type} />
      <input type="hidden" name="id" value={target.id} />
      {Option.isSome(found) ? <input type="hidden" name="seenAs" value={stateAsSeen(found.value)} /> : null}
      <Choices name="action" choices={acts} />
      {t.rules.length === 0 ? null : (
        <Menu
          name="listed"
          hint={t.cases.listedRuleHint}
          choices={[
            { value: "", label: t.cases.noListedRule },
            ...t.rules.map((rule) => ({ value: rule, label: rule }))
          ]}
        />
      )}
      <Field name="rule" hint={t.rules.length === 0 ? undefined : t.cases.ownRuleHint} isRequired={false} />
      <Area name="reason" hint={t.moderation.explanationHint} rows={4} />
      {target.type === "user" ? (
        <>
          <div class="of-suspend">
            <Field name="until" type="datetime-local" hint={t.cases.untilHint} isRequired={false} />
          </div>
          <div class="of-all">
            <Choices
              name="all"
              choices={[{ value: "yes", label: t.moderation.all, hint: t.moderation.allHint }]}
              several={[]}
            />
          </div>
        </>
      ) : null}
      <button>{t.moderation.saveDecision}</button>
    </Form>
  )
}
