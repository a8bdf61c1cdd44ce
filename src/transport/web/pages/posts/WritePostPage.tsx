import { detectedLanguages } from "@rare-disease-community/text/Language"
import { Effect, Option, Schema } from "effect"
import { PostPath } from "../../../../api/posts/PostsApi.ts"
import { CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import { isWider } from "../../../../domain/posts/Audience.ts"
import { NewPost, type PostCategory, PostChange } from "../../../../domain/posts/Post.ts"
import type { SimilarDiscussion } from "../../../../domain/posts/Similar.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { CommunitySettings } from "../../../../services/CommunitySettings.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import type { GroupWithPosts } from "../../../../services/diseases/GroupOfRare.ts"
import { ContentFilter } from "../../../../services/posts/ContentFilter.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { nameLanguage, Trail } from "../../Components.tsx"
import { Area, type Choice, Choices, choicesOf, Field, Form, Menu } from "../../Form.tsx"
import { makeOnce } from "../../FormKey.ts"
import { capitalised, languageIn, sortedIn, textLanguage } from "../../Languages.ts"
import { Markup } from "../../Markup.tsx"
import { forMembers, form, given } from "../../Route.ts"
import { CurrentWebRequest, numberOf, useWebRequest, type Values, valueOf, type WebRequest } from "../../WebRequest.ts"
import { chosenDisease, DiseaseChoice, diseaseChoices, diseaseIdIn, requireChosen } from "../diseases/DiseaseChoice.tsx"
import { CurrentDiseaseNames, type LocalNames, makeDiseaseNames } from "../diseases/DiseaseNames.tsx"
import { GroupPosts } from "../diseases/RelatedPosts.tsx"
import { AudienceChoice, type AudienceChoices } from "./AudienceChoice.tsx"
import { makeSimilarTo, SimilarPosts } from "./SimilarPosts.tsx"
import { makeWithHelp, pathOfPublished, pathOfReview } from "./ThreadPaths.ts"

/** The kinds of posts, in the order of the form. */
const kinds: ReadonlyArray<PostCategory> = ["question", "experience", "topic"]

interface Prepared extends AudienceChoices {
  /** Diseases to choose from. */
  readonly diseases: ReadonlyArray<Choice>
  readonly preview?: string | undefined
  /** The group of the chosen disease, if few write about the disease itself. */
  readonly group: Option.Option<GroupWithPosts>
  readonly names: LocalNames
  /** Posts that are similar to a new one. */
  readonly similar: ReadonlyArray<SimilarDiscussion>
}

const payloadOf = (values: Values) => ({
  title: valueOf(values, "title"),
  content: valueOf(values, "content"),
  category: valueOf(values, "category") || null,
  diseaseId: numberOf(chosenDisease(values) ?? ""),
  language: valueOf(values, "language") || null,
  audience: valueOf(values, "audience") || null
})

/** The way back to the post that is edited, or to all. */
const WayBack = ({ from }: { readonly from: string }) => {
  const { t } = useWebRequest()
  return from === "/posts/new" ? (
    <Trail href="/posts" label={t.layout.posts} />
  ) : (
    <Trail href={from.replace(/\/edit$/, "")} label={t.moderation.targets.post} />
  )
}

const Group = ({ of: { group, names } }: { readonly of: Prepared }) =>
  Option.isNone(group) ? null : (
    <CurrentDiseaseNames.Provider value={names}>
      <GroupPosts group={group.value} />
    </CurrentDiseaseNames.Provider>
  )

const LanguageMenu = () => {
  const { language, t } = useWebRequest()
  const named = detectedLanguages.map((tag) => ({
    value: tag,
    label: capitalised(languageIn(language, tag), language)
  }))
  const sorted = sortedIn(language, named, ({ label }) => label)
  return <Menu name="language" choices={[{ value: "", label: t.writing.anyLanguage }, ...sorted]} />
}

const WritePage = ({
  action,
  found,
  title
}: {
  readonly action: string
  readonly found: Prepared
  readonly title: string
}) => {
  const { form: sent, t } = useWebRequest()
  return (
    <div class="reading">
      <WayBack from={action} />
      <h1>{title}</h1>
      {found.preview === undefined ? null : (
        <div class="preview" role="status">
          <h2>{t.writing.preview}</h2>
          <p class="strong" dir="auto">
            {valueOf(sent.values, "title")}
          </p>
          <Markup html={found.preview} name="preview" />
        </div>
      )}
      <Form
        action={action}
        draft={action}
        fields={{
          category: t.writing.kind,
          title: t.writing.title,
          disease: { label: t.writing.disease, named: "diseaseId" },
          diseaseId: { label: t.writing.chooseDisease, named: "" },
          audience: t.writing.audience,
          content: t.writing.content,
          language: t.writing.language
        }}
      >
        <Choices
          name="category"
          value={valueOf(sent.values, "category") || "question"}
          choices={choicesOf(kinds, t.writing.kinds)}
        />
        <Field name="title" hint={t.writing.titleHint} />
        {action === "/posts/new" ? (
          <div id="similar" role="status">
            <SimilarPosts found={found.similar} />
          </div>
        ) : null}
        <DiseaseChoice into="diseaseId" hint={t.writing.diseaseHint} diseases={found.diseases} />
        <Group of={found} />
        <AudienceChoice {...found} />
        <Area name="content" hint={t.writing.markdownHint} rows={14} isMarked />
        {action === "/posts/new" ? null : <LanguageMenu />}
        <div class="actions">
          <button>{action === "/posts/new" ? t.writing.publish : t.writing.save}</button>
          <button class="second" name="prepare" value="preview">
            {t.writing.showPreview}
          </button>
          {action === "/posts/new" ? null : <a href={action.replace(/\/edit$/, "")}>{t.writing.cancel}</a>}
        </div>
      </Form>
    </div>
  )
}

const makePreparing = Effect.gen(function* () {
  const diseases = yield* Diseases
  const filter = yield* ContentFilter
  const similarTo = yield* makeSimilarTo
  const namesOf = yield* makeDiseaseNames
  const { present } = yield* CommunitySettings
  const users = yield* Users

  /** The audience that the form proposes; none while audiences are off. */
  const proposed = Effect.map(present, ({ audiences, defaultAudience }) =>
    audiences ? Option.some(defaultAudience) : Option.none()
  )

  const isFirstOf = ({ pathname, viewer }: WebRequest) =>
    pathname !== "/posts/new" || Option.isNone(viewer)
      ? Effect.succeed(false)
      : Effect.map(Effect.provideService(users.me, CurrentUser, viewer.value), ({ postCount }) => postCount === 0)

  /** No preview of nothing. */
  const previewOf = (values: Values) =>
    valueOf(values, "prepare") === "preview" && valueOf(values, "content").trim() !== ""
      ? Effect.map(
          filter.content(valueOf(values, "content"), Effect.succeed([])),
          ({ html }): string | undefined => html
        )
      : Effect.succeed(undefined)

  /** The disease that was chosen before, retired ones too; an unknown number is none. */
  const chosenBefore = (request: WebRequest) =>
    Effect.option(
      Effect.flatMap(diseaseIdIn(valueOf(request.form.values, "diseaseId")), (id) =>
        diseases.get(id, nameLanguage(request))
      )
    )

  /** The form with its choices of diseases, its preview, similar posts and the group of the disease. */
  const view = Effect.fnUntraced(function* (
    request: WebRequest,
    title: string,
    widest: Prepared["widest"] = Option.none()
  ) {
    const { problem, values } = request.form
    const preview = problem === undefined ? yield* previewOf(values) : undefined
    const wantsSimilar = preview !== undefined && request.pathname === "/posts/new"
    const chosen = yield* chosenBefore(request)
    const group = Option.flatten(yield* Effect.transposeMapOption(chosen, ({ id }) => diseases.groupOfRare(id)))
    const found = {
      diseases: yield* diseaseChoices(diseases, request, Option.toArray(chosen)),
      audience: yield* proposed,
      isFirst: yield* isFirstOf(request),
      widest,
      group,
      names: yield* namesOf(request, Option.toArray(group)),
      preview,
      similar: wantsSimilar ? yield* similarTo(valueOf(values, "title")) : []
    }
    const body = (
      <CurrentWebRequest.Provider value={request}>
        <WritePage action={request.pathname} title={title} found={found} />
      </CurrentWebRequest.Provider>
    )
    return { title, body }
  })

  return view
})

const withValues = <V extends WebRequest>(request: V, values: Values): V => ({
  ...request,
  form: { ...request.form, values }
})

export const routes = Effect.gen(function* () {
  const once = yield* makeOnce
  const withHelp = yield* makeWithHelp
  const posts = yield* Posts
  const prepare = yield* makePreparing
  const write = (request: WebRequest) => prepare(request, request.t.writing.newPost)
  // The form comes back to one whose session has ended, too, who may not read the post.
  const edit = (request: WebRequest<typeof PostPath.Type>) =>
    Effect.flatMap(
      Effect.orElseSucceed(posts.widestAudience(request.path.id), () => Option.none()),
      (widest) => prepare(request, request.t.writing.editPost, widest)
    )
  return [
    ...form({
      ...forMembers,
      path: "/posts/new",
      isForJoining: true,
      querySchema: Schema.Struct({ diseaseId: given, title: given }),
      payloadSchema: NewPost,
      payloadOf,
      limits: ["write", "post"],
      show: (request) => {
        const isBlank = Object.keys(request.form.values).length === 0
        const { diseaseId = "", title = "" } = request.parameters
        return write(isBlank ? withValues(request, { diseaseId, title }) : request)
      },
      prepare: write,
      send: (request, payload) =>
        requireChosen(request, "diseaseId").pipe(
          Effect.zipRight(once(request, posts.create(payload))),
          Effect.map(({ hidden, id }) => ({ location: hidden === true ? pathOfReview(id) : pathOfPublished(id) })),
          Effect.flatMap(withHelp(request, `${payload.title}\n\n${payload.content}`))
        )
    }),
    ...form({
      ...forMembers,
      path: "/posts/:id/edit",
      pathSchema: PostPath,
      payloadSchema: PostChange,
      payloadOf,
      show: (request) =>
        Effect.gen(function* () {
          if (Object.keys(request.form.values).length > 0) return yield* edit(request)
          const post = yield* posts.getForChange(request.path.id, "changePost")
          const { audience, category, content, diseaseId, language, title } = post
          const disease = Option.match(diseaseId, { onNone: () => ({}), onSome: (id) => ({ diseaseId: String(id) }) })
          return yield* edit(
            withValues(request, {
              ...{ title, content, category, audience, ...disease },
              language: textLanguage({ language }) ?? ""
            })
          )
        }),
      prepare: edit,
      send: (request, payload) =>
        requireChosen(request, "diseaseId").pipe(
          Effect.zipRight(posts.getForChange(request.path.id, "changePost")),
          Effect.flatMap((before) =>
            Effect.map(posts.change(request.path.id, payload), ({ audience, content, id, title }) => ({
              location: `/posts/${id}?done=${isWider(before.audience, audience) ? "narrowed" : "saved"}`,
              text: `${title}\n\n${content}`
            }))
          ),
          Effect.flatMap(({ text, ...sent }) => withHelp(request, text)(sent))
        )
    })
  ]
})
