import type { ComponentChildren } from "preact"
import type { Wording } from "./Brand.ts"
import { DraftFields } from "./DraftFields.tsx"
import { areaText, CurrentForm, type FormFields, fieldOf, useField } from "./FormFields.ts"
import { Marks, useMentions } from "./Marks.tsx"
import type { Fault } from "./texts/FaultTexts.ts"
import { type Problem, useWebRequest, valueOf, valuesOf } from "./WebRequest.ts"

interface FieldProps {
  readonly name: string
  readonly hint?: string | undefined
  readonly value?: string | undefined
}

const Hint = ({ hint, name }: FieldProps) => {
  const { id } = useField(name)
  return hint === undefined ? null : (
    <p class="hint" id={`${id}-hint`}>
      {hint}
    </p>
  )
}

export const Sentences = ({ faults }: { readonly faults: ReadonlyArray<Fault> }) =>
  faults.map(({ sentence }) => <span key={sentence}>{sentence} </span>)

const FieldFaults = ({ name }: FieldProps) => {
  const { faults, id } = useField(name)
  return faults.length === 0 ? null : (
    <p class="fault" id={`${id}-fault`}>
      <Sentences faults={faults} />
    </p>
  )
}

/** The attributes that tie a field to its hint and its fault. */
const useDescription = ({ hint, name }: FieldProps) => {
  const { faults, id } = useField(name)
  const isFaulty = faults.length > 0
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(isFaulty ? [`${id}-fault`] : [])]
  return {
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
    "aria-invalid": isFaulty ? ("true" as const) : undefined
  }
}

const Labelled = ({ children, ...props }: FieldProps & { readonly children: ComponentChildren }) => {
  const { id, label } = useField(props.name)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Hint {...props} />
      <FieldFaults {...props} />
      {children}
    </div>
  )
}

type InputProps = FieldProps & {
  readonly type?: "text" | "email" | "password" | "search" | "number" | "datetime-local"
  readonly autocomplete?: string
  readonly isRequired?: boolean
  readonly inputMode?: "numeric"
  /** True for a field where the reader goes on when the page is shown. */
  readonly hasFocus?: boolean
  /** The content below the input. */
  readonly after?: ComponentChildren
}

/** One line to type. A password is never sent back. */
export const Field = (props: InputProps) => {
  const typed = valueOf(useWebRequest().form.values, props.name)
  const { autocomplete, hasFocus, inputMode, isRequired = true, name, type = "text", value = typed } = props
  return (
    <Labelled {...props}>
      <input
        id={useField(name).id}
        name={name}
        type={type as "text"} // the types of JSX tell the kinds of input apart
        value={type === "password" ? undefined : value}
        autocomplete={autocomplete}
        inputMode={inputMode}
        required={isRequired}
        dir={type === "text" ? "auto" : undefined}
        autofocus={hasFocus}
        {...useDescription(props)}
      />
      {props.after}
    </Labelled>
  )
}

interface AreaProps extends FieldProps {
  readonly rows?: number
  readonly isRequired?: boolean
  /** True for a text in Markdown that has buttons for its marks. */
  readonly isMarked?: boolean
  /** The post that a text in Markdown answers. */
  readonly postId?: number
}

/** Several lines to type. */
export const Area = (props: AreaProps) => {
  const typed = valueOf(useWebRequest().form.values, props.name)
  const { isMarked = false, isRequired = true, name, postId, rows = 8, value = typed } = props
  return (
    <Labelled {...props}>
      {isMarked ? <Marks name={name} /> : null}
      <textarea
        id={useField(name).id}
        name={name}
        rows={rows}
        required={isRequired}
        dir="auto"
        {...(isMarked ? useMentions(postId) : {})}
        {...useDescription(props)}
      >
        {areaText(value)}
      </textarea>
    </Labelled>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string | undefined
  /** The language of the label, where it is not the page's, and the mark that says so. */
  readonly lang?: string | undefined
  readonly mark?: string | undefined
  readonly hasFocus?: boolean
  readonly isDisabled?: boolean
}

/** The values of a kind with their names. */
export const choicesOf = <Value extends string>(
  values: ReadonlyArray<Value>,
  labels: Readonly<Record<Value, string>>,
  hints?: Readonly<Record<Value, string>>
): ReadonlyArray<Choice> => values.map((value) => ({ value, label: labels[value], hint: hints?.[value] }))

type ChoicesProps = FieldProps & { readonly choices: ReadonlyArray<Choice> }

/** The items of a menu. */
export const options = (choices: ReadonlyArray<Choice>, chosen: string) =>
  choices.map(({ label, value }) => (
    <option key={value} value={value} selected={value === chosen}>
      {label}
    </option>
  ))

/** One of several choices, as a menu. */
export const Menu = (props: ChoicesProps) => {
  const typed = valueOf(useWebRequest().form.values, props.name)
  const { choices, name, value = typed } = props
  return (
    <Labelled {...props}>
      <select id={useField(name).id} name={name} {...useDescription(props)}>
        {options(choices, value)}
      </select>
    </Labelled>
  )
}

/** Choices below each other: one of them, or with `several` any. */
export const Choices = (props: ChoicesProps & { readonly several?: ReadonlyArray<string> }) => {
  const { values } = useWebRequest().form
  const { choices, name, several, value = valueOf(values, name) } = props
  const field = useField(name)
  const chosen = several === undefined ? [value] : Object.keys(values).length === 0 ? several : valuesOf(values, name)
  const description = useDescription(props)
  return (
    <fieldset class="field" aria-describedby={description["aria-describedby"]}>
      <legend>{field.label}</legend>
      <Hint {...props} />
      <FieldFaults {...props} />
      {choices.map((choice, index) => {
        const id = index === 0 ? field.id : `${field.id}-${index}`
        const hintId = choice.hint === undefined ? undefined : `${field.id}-${index}-hint`
        return (
          <div class="choice" key={choice.value}>
            <input
              type={several === undefined ? "radio" : "checkbox"}
              id={id}
              name={name}
              value={choice.value}
              checked={chosen.includes(choice.value)}
              autofocus={choice.hasFocus}
              disabled={choice.isDisabled}
              aria-describedby={hintId}
              aria-invalid={description["aria-invalid"]}
            />
            <label for={id}>
              <span lang={choice.lang}>{choice.label}</span>
              {choice.mark === undefined ? null : <span class="soft"> {choice.mark}</span>}
            </label>
            {hintId === undefined ? null : (
              <p class="hint" id={hintId}>
                {choice.hint}
              </p>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

const titleOf = ({ hasEnded, isGone }: Problem, { layout }: Wording) =>
  hasEnded ? layout.sessionEnded : isGone ? layout.errors[404].title : layout.problem

/** The reason for a refusal, above a form with fields; it takes the focus, and leads to each field that it names. */
export const Summary = (data: FormFields) => {
  const { form, t } = useWebRequest()
  const names = Object.keys(data.fields)
  if (form.problem === undefined || names.length === 0) return null
  const named = names.map((name) => fieldOf(data, form, name)).filter(({ faults }) => faults.length > 0)
  const unnamed = form.problem.faults.filter((fault) => !named.some(({ faults }) => faults.includes(fault)))
  return (
    <div class="problem" role="alert" tabIndex={-1} autofocus>
      <h2>{titleOf(form.problem, t)}</h2>
      {unnamed.length === 0 ? null : (
        <p>
          <Sentences faults={unnamed} />
        </p>
      )}
      {form.problem.hasEnded ? (
        <p>
          {t.layout.textKept}{" "}
          <a href="/sign-in" target="_blank" rel="noopener">
            {t.layout.signInAside}
          </a>
        </p>
      ) : null}
      {named.length === 0 ? null : (
        <ul>
          {named.map(({ faults, id, label }) => (
            <li key={id}>
              <a href={`#${id}`}>
                {label}
                {label.endsWith("?") ? " " : t.layout.colon}
                <Sentences faults={faults} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p lang="en" hidden>
        {form.problem.message /* for programs that send the form (contract, Pages) */}
      </p>
    </div>
  )
}

/** A form, below the reason for a refusal. The server checks the fields, so that every browser shows the same. */
export const Form = ({
  action,
  children,
  draft,
  fields = {},
  within = "field"
}: Partial<FormFields> & {
  readonly action: string
  readonly children: ComponentChildren
  /** The name under which the browser keeps what is being typed. A form that writes sends a key (`FormKey.ts`). */
  readonly draft?: string
}) => {
  const isSent = draft !== undefined && valueOf(useWebRequest().form.values, "key") !== ""
  return (
    <CurrentForm.Provider value={{ fields, within }}>
      <Summary fields={fields} within={within} />
      <form method="post" action={action} noValidate data-draft={draft} data-sent={isSent ? "" : undefined}>
        {draft === undefined ? null : <DraftFields />}
        {children}
      </form>
    </CurrentForm.Provider>
  )
}

interface ActProps {
  readonly action: string
  readonly fields?: Readonly<Record<string, string>>
  readonly label: ComponentChildren
  readonly plain?: boolean
  readonly pressed?: boolean
  /** The script changes the button, and the page stays. */
  readonly isSwitch?: boolean
}

/** A button that changes something at once. */
export const Act = ({ action, fields = {}, isSwitch, label, plain, pressed }: ActProps) => (
  <form method="post" action={action} class="act" data-switch={isSwitch === true ? "" : undefined}>
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <button class={plain === true ? "plain" : "second"} aria-pressed={pressed === undefined ? undefined : `${pressed}`}>
      {label}
    </button>
  </form>
)
