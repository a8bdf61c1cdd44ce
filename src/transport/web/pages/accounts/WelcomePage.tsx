import { Array, Effect, Option, Schema } from "effect"
import { type Author, type DiseasesVisibleTo, UserChange } from "../../../../domain/accounts/User.ts"
import type { DiseaseId } from "../../../../domain/Ids.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import { nextPath, withParameters } from "../../Browser.ts"
import { Done, type Named, nameLanguage, nameOf, Who } from "../../Components.tsx"
import { type Choice, Form } from "../../Form.tsx"
import { List } from "../../Lists.tsx"
import { WherePasskeysWork } from "../../PasswordField.tsx"
import { forMembersOnly, form, given } from "../../Route.ts"
import { CurrentWebRequest, numberOf, useWebRequest, type WebRequest } from "../../WebRequest.ts"
import { chosenDisease, DiseaseChoice, diseaseChoices, diseaseIdIn, requireChosen } from "../diseases/DiseaseChoice.tsx"
import { DiseaseName } from "../diseases/DiseaseNames.tsx"
import { Next, nextOf, withNext } from "./SignInPage.tsx"
import { VisibleTo, visibilityOf } from "./settings/OwnDiseasesPage.tsx"

const path = "/welcome"

/** Where a new member goes on: what they wanted before, or how the community works. */
const onward = (request: WebRequest) => (nextOf(request) === "/" ? "/help?done=joined" : nextOf(request))

/** The offer to sign in without a password from now on, which leads back here. */
const PasskeyOffer = () => {
  const { t, url } = useWebRequest()
  return (
    <WherePasskeysWork>
      <p>
        {t.factors.offer} <a href={`/settings/security?next=${encodeURIComponent(nextPath(url))}`}>{t.factors.add}</a>
      </p>
    </WherePasskeysWork>
  )
}

interface QuestionProps {
  readonly diseases: ReadonlyArray<Choice>
  readonly visibleTo: DiseasesVisibleTo
}

const Question = ({ diseases, visibleTo }: QuestionProps) => {
  const request = useWebRequest()
  const { t } = request
  return (
    <div class="narrow">
      <Done>{t.account.ready}</Done>
      <h1>{t.account.welcome}</h1>
      <p class="lead">{t.account.welcomeLead}</p>
      <Form
        action={path}
        fields={{
          disease: { label: t.writing.disease, named: "diseaseId" },
          diseaseId: { label: t.writing.chooseDisease, named: "" },
          diseasesVisibleTo: t.settings.visibleTo
        }}
      >
        <Next />
        <DiseaseChoice into="diseaseId" hint={t.account.welcomeHint} diseases={diseases} />
        <VisibleTo present={visibleTo} />
        <div class="actions">
          <button>{t.account.welcomeSave}</button>
          <a href={onward(request)}>{t.account.notNow}</a>
        </div>
      </Form>
      <p>
        {t.account.noDiagnosis} <a href="/diseases?symptoms=">{t.phenotypes.title}</a>
      </p>
      <PasskeyOffer />
    </div>
  )
}

interface Followed {
  readonly disease: Named & { readonly id: number }
  readonly people: ReadonlyArray<typeof Author.Type>
}

const People = ({ disease, people }: Followed) => {
  const request = useWebRequest()
  const { t } = request
  return (
    <div class="narrow">
      <Done>{t.account.followed({ name: nameOf(disease) })}</Done>
      <h1>{t.account.itsPeople}</h1>
      <List empty={t.account.nobodyYet} plain>
        {people.map((author) => (
          <li class="row faced" key={author.id}>
            <Who author={author} />
          </li>
        ))}
      </List>
      <div class="actions">
        <a class="button" href={onward(request)}>
          {t.account.goOn}
        </a>
        <a href={`/diseases/${disease.id}`}>
          <DiseaseName disease={disease} />
        </a>
      </div>
      <PasskeyOffer />
    </div>
  )
}

/** The disease of the page that a new member came from: its own page, or that of a post about it. */
const diseaseOfWay = (next: string): string | undefined =>
  /^\/diseases\/(\d+)(?:[?#]|$)/.exec(next)?.[1] ?? /[?&]diseaseId=(\d+)/.exec(next)?.[1]

/** The form with that disease chosen, until another is. */
const withDiseaseOfWay = <R extends WebRequest>(request: R): R => {
  const diseaseId = diseaseOfWay(nextOf(request))
  return diseaseId === undefined || Object.keys(request.form.values).length > 0
    ? request
    : { ...request, form: { ...request.form, values: { diseaseId } } }
}

/** The page after joining: names a disease, follows it, and shows its people, where there are some. */
export const routes = Effect.map(Effect.all([Diseases, Users]), ([diseases, users]) => {
  const ask = (request: WebRequest) =>
    Effect.gen(function* () {
      const chosen = diseaseIdIn(chosenDisease(request.form.values) ?? "")
      const known = Option.isNone(chosen) ? [] : yield* diseases.named([chosen.value], nameLanguage(request))
      const choices = yield* diseaseChoices(diseases, request, known)
      const visibleTo = visibilityOf(yield* users.me)
      return {
        title: request.t.account.welcome,
        body: (
          <CurrentWebRequest.Provider value={request}>
            <Question diseases={choices} visibleTo={visibleTo} />
          </CurrentWebRequest.Provider>
        )
      }
    })
  const showPeople = (request: WebRequest, id: DiseaseId) =>
    Effect.gen(function* () {
      const disease = yield* diseases.get(id, nameLanguage(request))
      const people = yield* users.writingAbout(disease.id)
      return { title: request.t.account.itsPeople, body: <People disease={disease} people={people} /> }
    })
  return form({
    ...forMembersOnly,
    path,
    querySchema: Schema.Struct({ next: given, diseaseId: given }),
    payloadSchema: UserChange,
    payloadOf: (values) => ({
      diseaseIds: [chosenDisease(values) ?? ""].filter((id) => id !== "").map(numberOf),
      diseasesVisibleTo: values["diseasesVisibleTo"]
    }),
    show: (request) =>
      Option.match(diseaseIdIn(request.parameters.diseaseId ?? ""), {
        onNone: () => ask(withDiseaseOfWay(request)),
        onSome: (id) => showPeople(request, id)
      }),
    prepare: ask,
    send: (request, payload) =>
      Effect.gen(function* () {
        yield* requireChosen(request, "diseaseId")
        const chosen = Option.flatMap(payload.diseaseIds, Array.head)
        if (Option.isNone(chosen)) return { location: onward(request) }
        yield* users.joinDisease(chosen.value, payload.diseasesVisibleTo)
        const people = yield* users.writingAbout(chosen.value)
        if (people.length === 0) return { location: withParameters(onward(request), { done: "followed" }) }
        const next = withNext(path, request)
        return { location: `${next}${next === path ? "?" : "&"}diseaseId=${chosen.value}` }
      })
  })
})
