import { Effect, Option } from "effect"
import { NewsPath } from "../../../../api/news/NewsApi.ts"
import { NewNews, NewsCategory } from "../../../../domain/news/News.ts"
import { News } from "../../../../services/news/News.ts"
import { Trail } from "../../Components.tsx"
import { Area, choicesOf, Field, Form, Menu } from "../../Form.tsx"
import { makeOnce } from "../../FormKey.ts"
import { forAdmins, form } from "../../Route.ts"
import { useWebRequest, type Values, type View, valueOf, type WebRequest } from "../../WebRequest.ts"

const WriteNews = ({ title, values }: { readonly title: string; readonly values: Values }) => {
  const { pathname, t } = useWebRequest()
  const isNew = pathname === "/news/new"
  const fields = {
    title: t.news.title,
    category: t.news.category,
    content: t.news.text,
    sourceUrl: t.news.link
  }
  return (
    <div class="reading">
      <Trail href="/admin/news" label={t.admin.tabs.news} />
      <h1>{title}</h1>
      <Form action={pathname} fields={fields} draft={isNew ? "news" : pathname}>
        <Field name="title" value={valueOf(values, "title")} />
        <Menu
          name="category"
          value={valueOf(values, "category")}
          choices={choicesOf(NewsCategory.literals, t.reading.newsCategories)}
        />
        <Area name="content" value={valueOf(values, "content")} hint={t.writing.markdownHint} rows={14} isMarked />
        <Field name="sourceUrl" value={valueOf(values, "sourceUrl")} hint={t.news.linkHint} isRequired={false} />
        <button>{isNew ? t.writing.publish : t.writing.save}</button>
      </Form>
    </div>
  )
}

const payloadOf = (values: Values) => ({
  title: valueOf(values, "title"),
  content: valueOf(values, "content"),
  category: valueOf(values, "category"),
  sourceUrl: valueOf(values, "sourceUrl") || null
})

const view = (title: string, values: Values): View => ({ title, body: <WriteNews title={title} values={values} /> })

const hasTyped = ({ form: { values } }: WebRequest) => Object.keys(values).length > 0

export const routes = Effect.map(Effect.all([News, makeOnce]), ([news, once]) => [
  ...form({
    ...forAdmins,
    path: "/news/new",
    payloadSchema: NewNews,
    payloadOf,
    show: ({ form: { values }, t }) => Effect.succeed(view(t.news.write, values)),
    send: (request, payload) =>
      Effect.map(once(request, news.create(payload)), ({ id }) => ({ location: `/news/${id}` }))
  }),
  ...form({
    ...forAdmins,
    path: "/news/:id/edit",
    pathSchema: NewsPath,
    payloadSchema: NewNews,
    payloadOf,
    show: (request) =>
      Effect.gen(function* () {
        const { edit } = request.t.news
        if (hasTyped(request)) return view(edit, request.form.values)
        const { category, content, sourceUrl, title } = yield* news.get(request.path.id)
        return view(edit, { title, content, category, sourceUrl: Option.getOrElse(sourceUrl, () => "") })
      }),
    send: (request, payload) =>
      Effect.map(news.change(request.path.id, payload), ({ id }) => ({ location: `/news/${id}` }))
  })
])
