import { Effect, Schema, Struct } from "effect"
import { faceNames } from "../../../../domain/CommunitySettings.ts"
import { rule } from "../../../../domain/Issues.ts"
import { lineOrNone } from "../../../../domain/Text.ts"
import { CommunitySetup, fits, type SetupState, variables } from "../../../../services/CommunitySetup.ts"
import { Brand } from "../../Brand.ts"
import { Field, Form } from "../../Form.tsx"
import { forAdmins, form } from "../../Route.ts"
import { useWebRequest } from "../../WebRequest.ts"
import { adminView } from "./Tabs.tsx"

/** The steps in their order, each with the page where it is done or seen. */
const paths = {
  name: "#name",
  contact: "#contact",
  factor: "/settings/security",
  moderator: "/admin/invitations",
  mail: "/forgot-password",
  backup: "/moderation/health",
  terms: "/terms",
  imprint: "/privacy",
  samples: "/admin/news"
} as const

type Step = keyof typeof paths

const steps = Struct.keys(paths)

const Face = Schema.Struct({
  name: lineOrNone(60),
  contact: lineOrNone(200).pipe(
    Schema.filter(
      (typed) => fits("contact", typed),
      rule({ _tag: "Contact", message: "must be an email or web address" })
    )
  ),
  colour: lineOrNone(20).pipe(
    Schema.filter(
      (typed) => fits("colour", typed),
      rule({ _tag: "Colour", message: "must be a dark colour such as #17645f" })
    )
  )
})

interface Shown extends Pick<SetupState, "face" | "fixed"> {
  readonly done: Readonly<Record<Step, boolean>>
}

const Steps = ({ done, fixed }: Pick<Shown, "done" | "fixed">) => {
  const { setup } = useWebRequest().t.admin
  const isFixed = (step: Step) => (step === "name" || step === "contact") && fixed.has(step)
  return (
    <ol class="rows">
      {steps.map((step) => (
        <li class="row" key={step}>
          <p class="facts">
            {isFixed(step) ? <b>{setup.steps[step]}</b> : <a href={paths[step]}>{setup.steps[step]}</a>}
            <span class={done[step] ? "badge status" : "tag"}>{done[step] ? setup.done : setup.toDo}</span>
          </p>
          {done[step] ? null : <p class="hint">{setup.hints[step]}</p>}
        </li>
      ))}
    </ol>
  )
}

const Page = ({ done, face, fixed }: Shown) => {
  const { form: sent, t } = useWebRequest()
  const { setup } = t.admin
  const isTyped = Object.keys(sent.values).length > 0
  const open = faceNames.filter((name) => !fixed.has(name))
  const count = steps.filter((step) => done[step]).length
  return (
    <>
      <h2>{setup.title}</h2>
      <p class="lead">{setup.progress({ done: count, all: steps.length })}</p>
      <Steps done={done} fixed={fixed} />
      <h2>{setup.face}</h2>
      {faceNames
        .filter((name) => fixed.has(name))
        .map((name) => (
          <p key={name}>
            {setup.fields[name]}
            {t.layout.colon}
            <b dir="auto">{face[name]}</b> <span class="soft">{setup.fixed({ variable: variables[name] })}</span>
          </p>
        ))}
      {open.length === 0 ? null : (
        <Form action="/admin/setup" fields={setup.fields}>
          {open.map((name) => (
            <Field
              key={name}
              name={name}
              value={isTyped ? undefined : face[name]}
              hint={setup.fieldHints[name]}
              isRequired={false}
            />
          ))}
          <p class="hint">{setup.nextStart}</p>
          <button>{t.writing.save}</button>
        </Form>
      )}
    </>
  )
}

/** What a new community needs, for its first admin. */
export const routes = Effect.map(Effect.all([CommunitySetup, Brand]), ([{ change, state }, { document, hasImprint }]) =>
  form({
    ...forAdmins,
    path: "/admin/setup",
    payloadSchema: Face,
    payloadOf: ({ colour = "", contact = "", name = "" }) => ({ name, contact, colour }),
    show: (request) =>
      Effect.map(state, ({ face, fixed, steps }) => {
        const done = { ...steps, terms: document("en", "terms").isOwn, imprint: hasImprint }
        return adminView(request, "setup", <Page face={face} fixed={fixed} done={done} />)
      }),
    send: (_, payload) => Effect.as(change(payload), { location: "/admin/setup?done=saved" })
  })
)
