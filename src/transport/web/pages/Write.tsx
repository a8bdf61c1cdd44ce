import { Effect, Option } from "effect"
import { actsAsAdmin, NotAllowed, Viewer } from "../../../domain/accounts/CurrentUser.ts"
import { PostCategory } from "../../../domain/posts/Post.ts"
import { Diseases } from "../../../services/diseases/Diseases.ts"
import { ContentFilter } from "../../../services/posts/ContentFilter.ts"
import { Posts } from "../../../services/posts/Posts.ts"
import { toWireError } from "../../http/Errors.ts"
import { DiseaseSearch, diseaseChoices } from "../DiseaseChoice.tsx"
import { Area, type Choice, Choices, Field, Form, Summary } from "../Form.tsx"
import { Markup, Trail } from "../Pieces.tsx"
import { form, numberOf, type Values, type View, type Visit, valueOf } from "../Visit.ts"

interface Prepared {
  /** Diseases to choose from. */
  readonly diseases: ReadonlyArray<Choice>
  readonly preview?: string | undefined
}

const payloadOf = (values: Values) => ({
  title: valueOf(values, "title"),
  content: valueOf(values, "content"),
  category: valueOf(values, "category") || null,
  diseaseId: numberOf(valueOf(values, "diseaseId"))
})

/** The disease of a post: searched by its name, and chosen among what was found. */
const DiseaseChoice = ({ diseases, visit }: Prepared & { readonly visit: Visit }) => {
  const { form: sent, t } = visit
  return (
    <>
      <DiseaseSearch visit={visit} label={t.writing.disease} hint={t.writing.diseaseHint} into="diseaseId" />
      {diseases.length === 0 ? null : (
        <Choices
          form={sent}
          name="diseaseId"
          label={t.writing.chooseDisease}
          choices={[...diseases, { value: "", label: t.writing.noDisease }]}
        />
      )}
    </>
  )
}

const WritePage = ({
  action,
  found,
  title,
  visit
}: {
  readonly action: string
  readonly found: Prepared
  readonly title: string
  readonly visit: Visit
}) => {
  const { form: sent, t } = visit
  return (
    <div class="reading">
      <Trail visit={visit} links={[["/posts", t.frame.posts]]} />
      <h1>{title}</h1>
      <Summary
        visit={visit}
        fields={[
          ["title", t.writing.title],
          ["content", t.writing.content],
          ["category", t.reading.category],
          ["disease", t.writing.disease, "diseaseId"]
        ]}
      />
      {found.preview === undefined ? null : (
        <div class="preview" role="status">
          <h2>{t.writing.preview}</h2>
          <p class="strong" dir="auto">
            {valueOf(sent.values, "title")}
          </p>
          <Markup html={found.preview} />
        </div>
      )}
      <Form action={action} draft={action}>
        <Field form={sent} name="title" label={t.writing.title} hint={t.writing.titleHint} />
        <Choices
          form={sent}
          name="category"
          label={t.reading.category}
          value={valueOf(sent.values, "category") || "topic"}
          choices={PostCategory.literals.map((value) => ({
            value,
            label: t.reading.categories[value],
            hint: t.writing.categoryHints[value]
          }))}
        />
        <DiseaseChoice diseases={found.diseases} visit={visit} />
        <Area form={sent} name="content" label={t.writing.content} hint={t.writing.markdownHint} rows={14} />
        <p class="hint">{t.writing.publicHint}</p>
        <div class="actions">
          <button>{action === "/posts/new" ? t.writing.publish : t.writing.save}</button>
          <button class="second" name="prepare" value="preview">
            {t.writing.showPreview}
          </button>
        </div>
      </Form>
    </div>
  )
}

const makePreparing = Effect.gen(function* () {
  const diseases = yield* Diseases
  const filter = yield* ContentFilter

  const previewOf = (values: Values) =>
    valueOf(values, "prepare") === "preview"
      ? Effect.map(
          toWireError(filter.content(valueOf(values, "content"), Effect.succeed([]))),
          ({ html }): string | undefined => html
        )
      : Effect.succeed(undefined)

  /** The form with what it was asked to prepare. */
  const view = Effect.fnUntraced(function* (visit: Visit, title: string, isRefused = false) {
    const { values } = visit.form
    const found = {
      diseases: yield* diseaseChoices(diseases, visit, [valueOf(values, "diseaseId")]),
      preview: isRefused ? undefined : yield* previewOf(values)
    }
    const view: View = { title, body: <WritePage action={visit.pathname} title={title} found={found} visit={visit} /> }
    return view
  })

  return view
})

const isPreparing = ({ form: { values } }: Visit) => valueOf(values, "prepare") !== ""

const withValues = <V extends Visit>(visit: V, values: Values): V => ({ ...visit, form: { ...visit.form, values } })

export const routes = Effect.gen(function* () {
  const posts = yield* Posts
  const prepare = yield* makePreparing
  const show = (visit: Visit, title: string) => prepare(visit, title, visit.form.problem !== undefined)
  return [
    ...form({
      path: "/posts/new",
      twin: "posts.create",
      needsSignIn: true,
      payload: payloadOf,
      show: (visit) => {
        const isBlank = Object.keys(visit.form.values).length === 0
        const given = visit.query["diseaseId"]
        const values = isBlank && typeof given === "string" ? { diseaseId: given } : visit.form.values
        return show(withValues(visit, values), visit.t.writing.newPost)
      },
      send: (visit, payload) =>
        isPreparing(visit)
          ? prepare(visit, visit.t.writing.newPost)
          : Effect.map(toWireError(posts.create(payload)), ({ id }) => ({ location: `/posts/${id}` }))
    }),
    ...form({
      path: "/posts/:id/edit",
      twin: "posts.update",
      needsSignIn: true,
      payload: payloadOf,
      show: (visit) =>
        Effect.gen(function* () {
          if (Object.keys(visit.form.values).length > 0) return yield* show(visit, visit.t.writing.editPost)
          const post = yield* toWireError(posts.getWithoutCounting(visit.path.id))
          const viewer = yield* Viewer
          const mayChange = Option.exists(viewer, (user) => user.id === post.author.id || actsAsAdmin(user))
          if (!mayChange) return yield* toWireError(Effect.fail(new NotAllowed({ action: "changePost" })))
          const { category, content, diseaseId, title } = post
          const disease = Option.match(diseaseId, { onNone: () => ({}), onSome: (id) => ({ diseaseId: String(id) }) })
          return yield* show(withValues(visit, { title, content, category, ...disease }), visit.t.writing.editPost)
        }),
      send: (visit, payload) =>
        isPreparing(visit)
          ? prepare(visit, visit.t.writing.editPost)
          : Effect.map(toWireError(posts.change(visit.path.id, payload)), ({ id }) => ({ location: `/posts/${id}` }))
    })
  ]
})
