import type { ComponentChildren } from "preact"
import type { Fault } from "./texts/Faults.ts"
import type { Submitted, Visit } from "./Visit.ts"
import { valueOf, valuesOf } from "./Visit.ts"

/** The faults that name a field: `title must not be blank`. */
const faultsNaming = ({ problem }: Submitted, field: string): ReadonlyArray<Fault> => {
  const names = new RegExp(`^(?:.*\\b(?:this|the) )?${field}\\b`, "i")
  return problem?.faults.filter(({ sentence }) => names.test(sentence)) ?? []
}

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly name: string
  readonly form: Submitted
  /** The name of the field in the sentences of the API, where it is another one. */
  readonly named?: string
  readonly value?: string
}

const idOf = (name: string) => `field-${name}`

const Hint = ({ hint, name }: { readonly name: string; readonly hint?: string | undefined }) =>
  hint === undefined ? null : (
    <p class="hint" id={`${idOf(name)}-hint`}>
      {hint}
    </p>
  )

/** Faults in the language of the page; English is marked where they have no translation. */
export const Sentences = ({ faults }: { readonly faults: ReadonlyArray<Fault> }) =>
  faults.map(({ sentence, translated }) => (
    <span key={sentence} lang={translated === undefined ? "en" : undefined}>
      {translated ?? sentence}{" "}
    </span>
  ))

const FieldFaults = ({ form, name, named = name }: FieldProps) => {
  const faults = faultsNaming(form, named)
  return faults.length === 0 ? null : (
    <p class="fault" id={`${idOf(name)}-fault`}>
      <Sentences faults={faults} />
    </p>
  )
}

/** The attributes that tie a field to its hint and its fault. */
const described = ({ form, hint, name, named = name }: FieldProps) => {
  const isFaulty = faultsNaming(form, named).length > 0
  const ids = [...(hint === undefined ? [] : [`${idOf(name)}-hint`]), ...(isFaulty ? [`${idOf(name)}-fault`] : [])]
  return {
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
    "aria-invalid": isFaulty ? ("true" as const) : undefined
  }
}

type InputProps = FieldProps & {
  readonly type?: "text" | "email" | "password" | "search" | "datetime-local" | "number"
  readonly autocomplete?: string
  readonly isRequired?: boolean
}

/** One line to type. A password is never sent back. */
export const Field = (props: InputProps) => {
  const {
    autocomplete,
    form,
    isRequired = true,
    label,
    name,
    type = "text",
    value = valueOf(form.values, name)
  } = props
  return (
    <div class="field">
      <label for={idOf(name)}>{label}</label>
      <Hint name={name} hint={props.hint} />
      <FieldFaults {...props} />
      <input
        id={idOf(name)}
        name={name}
        type={type as "text"} // the types of JSX tell the kinds of input apart
        value={type === "password" ? undefined : value}
        autocomplete={autocomplete}
        required={isRequired}
        dir={type === "text" ? "auto" : undefined}
        {...described(props)}
      />
    </div>
  )
}

/** A password: that of an account, or a new one with the advice for it. */
export const PasswordField = ({
  isNew = false,
  label,
  name = "password",
  visit: { form, t }
}: {
  readonly visit: Visit
  readonly label?: string
  readonly name?: string
  readonly isNew?: boolean
}) => (
  <Field
    form={form}
    name={name}
    type="password"
    label={label ?? t.account.password}
    hint={isNew ? t.account.passwordHint : undefined}
    autocomplete={isNew ? "new-password" : "current-password"}
  />
)

/** Several lines to type. */
export const Area = (props: FieldProps & { readonly rows?: number; readonly isRequired?: boolean }) => {
  const { form, isRequired = true, label, name, rows = 8, value = valueOf(form.values, name) } = props
  return (
    <div class="field">
      <label for={idOf(name)}>{label}</label>
      <Hint name={name} hint={props.hint} />
      <FieldFaults {...props} />
      <textarea id={idOf(name)} name={name} rows={rows} required={isRequired} dir="auto" {...described(props)}>
        {/* A parser drops the first line end of a textarea. */}
        {value.startsWith("\n") ? `\n${value}` : value}
      </textarea>
    </div>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly hint?: string
  /** The language of the label, where it is not the page's. */
  readonly lang?: string | undefined
}

/** One of several choices, as a menu. */
export const Menu = (props: FieldProps & { readonly choices: ReadonlyArray<Choice> }) => {
  const { choices, form, label, name, value = valueOf(form.values, name) } = props
  return (
    <div class="field">
      <label for={idOf(name)}>{label}</label>
      <Hint name={name} hint={props.hint} />
      <FieldFaults {...props} />
      <select id={idOf(name)} name={name} {...described(props)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Choices below each other: one of them, or with `several` any. */
export const Choices = (
  props: FieldProps & { readonly choices: ReadonlyArray<Choice>; readonly several?: ReadonlyArray<string> }
) => {
  const { choices, form, label, name, several, value = valueOf(form.values, name) } = props
  const chosen =
    several === undefined ? [value] : form.values[name] === undefined ? several : valuesOf(form.values, name)
  return (
    <fieldset class="field" aria-describedby={described(props)["aria-describedby"]}>
      <legend>{label}</legend>
      <Hint name={name} hint={props.hint} />
      <FieldFaults {...props} />
      {choices.map((choice, index) => (
        <div class="choice" key={choice.value}>
          <input
            type={several === undefined ? "radio" : "checkbox"}
            id={index === 0 ? idOf(name) : `${idOf(name)}-${index}`}
            name={name}
            value={choice.value}
            checked={chosen.includes(choice.value)}
            aria-describedby={choice.hint === undefined ? undefined : `${idOf(name)}-${index}-hint`}
            aria-invalid={described(props)["aria-invalid"]}
          />
          <label for={index === 0 ? idOf(name) : `${idOf(name)}-${index}`} lang={choice.lang}>
            {choice.label}
          </label>
          {choice.hint === undefined ? null : (
            <p class="hint" id={`${idOf(name)}-${index}-hint`}>
              {choice.hint}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  )
}

/** The reason for a refusal, above the form; it takes the focus, and leads to each field that it names. */
export const Summary = ({
  fields,
  visit: { form, t }
}: {
  readonly visit: Visit
  readonly fields: ReadonlyArray<readonly [name: string, label: string, named?: string]>
}) => {
  const { problem } = form
  if (problem === undefined) return null
  const named = fields.flatMap(([name, label, other = name]) => {
    const faults = faultsNaming(form, other)
    return faults.length === 0 ? [] : [{ name, label, faults }]
  })
  const unnamed = problem.faults.filter((fault) => !named.some(({ faults }) => faults.includes(fault)))
  const isTranslated = problem.faults.some(({ translated }) => translated !== undefined)
  return (
    <div class="problem" role="alert" tabIndex={-1} autofocus>
      <h2>{problem.hasEnded ? t.frame.sessionEnded : t.frame.problem}</h2>
      {isTranslated && unnamed.length > 0 ? (
        <p>
          <Sentences faults={unnamed} />
        </p>
      ) : null}
      {isTranslated ? null : <p lang="en">{problem.message}</p>}
      {problem.hasEnded ? (
        <p>
          <a href="/sign-in" target="_blank" rel="noopener">
            {t.frame.signInAside}
          </a>
        </p>
      ) : null}
      {named.length === 0 ? null : (
        <ul>
          {named.map(({ faults, label, name }) => (
            <li key={name}>
              <a href={`#${idOf(name)}`}>
                {label}
                {isTranslated ? ": " : null}
                {isTranslated ? <Sentences faults={faults} /> : null}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isTranslated ? (
        <p lang="en" class="hint">
          {problem.message}
        </p>
      ) : null}
    </div>
  )
}

/** A form that is sent to a page of this site. The server checks the fields, so that every browser shows the same. */
export const Form = ({
  action,
  children,
  draft
}: {
  readonly action: string
  readonly children: ComponentChildren
  /** The name under which the browser keeps what is being typed. */
  readonly draft?: string
}) => (
  <form method="post" action={action} noValidate data-draft={draft}>
    {children}
  </form>
)

/** A button that changes something at once. */
export const Act = ({
  action,
  fields = {},
  isSwitch,
  label,
  plain,
  pressed
}: {
  readonly action: string
  readonly fields?: Readonly<Record<string, string>>
  readonly label: ComponentChildren
  readonly plain?: boolean
  readonly pressed?: boolean
  /** The script changes the button, and the page stays. */
  readonly isSwitch?: boolean
}) => (
  <form method="post" action={action} class="act" data-switch={isSwitch === true ? "" : undefined}>
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <button class={plain === true ? "plain" : "second"} aria-pressed={pressed === undefined ? undefined : `${pressed}`}>
      {label}
    </button>
  </form>
)
