import { lexemePositions } from "@rare-disease-community/text/Lexemes"
import { Array, Option, Order } from "effect"
import { type Change, newsChanged } from "../../../domain/Change.ts"
import { CommentId, NewsId, PostId, UserId } from "../../../domain/Ids.ts"
import type { FilteredText } from "../../../domain/Markdown.ts"
import {
  type RenewedText,
  type StoredText,
  type StoredTextKind,
  StoredTextsRepo,
  storedTextKinds
} from "../../../ports/posts/StoredTextsRepo.ts"
import { searchedNewsText } from "../../../search/posts/PostQuery.ts"
import type { CommentRow, PostRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { postIndex } from "./SearchIndex.ts"

const none = { title: "", language: "", summary: "", source: "", originalHtml: "" }

const ofPost = ({ content, id, language, title }: PostRow): StoredText => ({
  ...none,
  id,
  title,
  content: content.content,
  language
})

const ofComment = ({ content, id, language }: CommentRow): StoredText => ({
  ...none,
  id,
  content: content.content,
  language
})

const translationsOf = ({ comments, posts, translations }: Tables, type: "post" | "comment") =>
  translations
    .where(({ target }) => target.type === type)
    .map(({ target, translation }): StoredText => {
      const row = target.type === "post" ? posts.referred(target.id) : comments.referred(target.id)
      const { content, title = "", to } = translation
      return { ...none, id: target.id, title, content, language: to, originalHtml: row.content.html }
    })

const textsOf = (tables: Tables, kind: StoredTextKind): ReadonlyArray<StoredText> => {
  const { comments, hiddenComments, hiddenPosts, news, posts, users } = tables
  switch (kind) {
    case "post":
      return Array.fromIterable(posts.values()).map(ofPost)
    case "comment":
      return Array.fromIterable(comments.values()).map(ofComment)
    case "hiddenPost":
      return Array.fromIterable(hiddenPosts.values()).map(({ post }) => ofPost(post))
    case "hiddenComment":
      return Array.fromIterable(hiddenComments.values()).map(({ comment }) => ofComment(comment))
    case "bio":
      return Array.fromIterable(users.values()).flatMap(({ bio, id }) =>
        Option.toArray(bio).map(({ content }) => ({ ...none, id, content }))
      )
    case "news":
      return Array.fromIterable(news.values()).map(({ content, id, source, summary, title }) => ({
        ...{ ...none, id, title, summary, source },
        content: content.content
      }))
    case "postTranslation":
      return translationsOf(tables, "post")
    case "commentTranslation":
      return translationsOf(tables, "comment")
  }
}

const byId = Order.combine(
  Order.mapInput(Order.number, ({ id }: StoredText) => id),
  Order.mapInput(Order.string, ({ language }: StoredText) => language)
)

const nextTexts = (tables: Tables, kind: StoredTextKind, after: number, limit: number) => {
  const texts = Array.sort(
    textsOf(tables, kind).filter(({ id }) => id > after),
    byId
  )
  const ids = new Set(Array.dedupe(texts.map(({ id }) => id)).slice(0, limit))
  return texts.filter(({ id }) => ids.has(id))
}

const languageOf = (stored: string, { before, language }: RenewedText) =>
  stored === before.language ? language : stored

type Made = RenewedText & { readonly made: FilteredText }

const postWith = (row: PostRow, renewed: Made): PostRow => ({
  ...row,
  title: renewed.title,
  content: { ...renewed.made, mentions: row.content.mentions },
  language: languageOf(row.language, renewed),
  index: postIndex(renewed.title, renewed.made.text)
})

const commentWith = (row: CommentRow, renewed: Made): CommentRow => ({
  ...row,
  content: { ...renewed.made, mentions: row.content.mentions },
  language: languageOf(row.language, renewed),
  index: lexemePositions(renewed.made.text, "content")
})

const isDifferent = (row: PostRow | CommentRow, next: PostRow | CommentRow): boolean => {
  const shown = ({ content: { content, excerpt, html }, index, language, ...rest }: PostRow | CommentRow) =>
    JSON.stringify([content, html, excerpt, language, "title" in rest ? rest.title : "", [...index]])
  return shown(row) !== shown(next)
}

const postChange = (id: PostId): Change => ({ kind: "post", id, userId: null })
const commentChange = (postId: PostId): Change => ({ kind: "comment", id: postId, userId: null })

/** Replaces a post or comment, shown or hidden. */
const replacePost = ({ hiddenPosts, posts }: Tables, isHidden: boolean, renewed: Made): ReadonlyArray<Change> => {
  const id = PostId.make(renewed.before.id)
  const row = isHidden ? hiddenPosts.get(id)?.post : posts.get(id)
  if (row?.content.content !== renewed.before.content || row.title !== renewed.before.title) return []
  const next = postWith(row, renewed)
  if (!isDifferent(row, next)) return []
  if (isHidden) hiddenPosts.change(id, (hidden) => ({ ...hidden, post: next }))
  else posts.set(id, next)
  return isHidden ? [] : [postChange(id)]
}

const replaceComment = ({ comments, hiddenComments }: Tables, isHidden: boolean, renewed: Made) => {
  const id = CommentId.make(renewed.before.id)
  const row = isHidden ? hiddenComments.get(id)?.comment : comments.get(id)
  if (row?.content.content !== renewed.before.content) return []
  const next = commentWith(row, renewed)
  if (!isDifferent(row, next)) return []
  if (isHidden) hiddenComments.change(id, (hidden) => ({ ...hidden, comment: next }))
  else comments.set(id, next)
  return isHidden ? [] : [commentChange(row.postId)]
}

const replaceBio = ({ users }: Tables, { before, made }: Made): ReadonlyArray<Change> => {
  const id = UserId.make(before.id)
  const bio = Option.getOrUndefined(users.get(id)?.bio ?? Option.none())
  if (bio?.content !== before.content) return []
  const next = { content: made.content, html: made.html }
  if (bio.content === next.content && bio.html === next.html) return []
  users.change(id, (row) => ({ ...row, bio: Option.some(next) }))
  return [{ kind: "user", id, userId: id }]
}

const replaceItem = ({ news }: Tables, { before, made }: Made): ReadonlyArray<Change> => {
  const id = NewsId.make(before.id)
  const row = news.get(id)
  if (row?.content.content !== before.content || row.title !== before.title) return []
  const index = postIndex(row.title, searchedNewsText(row.summary, row.source, made.text))
  if (
    row.content.html === made.html &&
    row.content.content === made.content &&
    JSON.stringify([...row.index]) === JSON.stringify([...index])
  )
    return []
  news.set(id, { ...row, content: made, index })
  return [newsChanged]
}

const replaceTranslation = (tables: Tables, type: "post" | "comment", renewed: RenewedText): ReadonlyArray<Change> => {
  const { before, content, title } = renewed
  const key = `${type} ${before.id} ${before.language}`
  const row = tables.translations.get(key)
  if (row?.translation.content !== before.content) return []
  const { target, translation } = row
  const change =
    target.type === "post" ? postChange(target.id) : commentChange(tables.comments.referred(target.id).postId)
  if (Option.isNone(content)) {
    tables.translations.delete(key)
    return [change]
  }
  const next = { content: content.value.content, contentHtml: content.value.html }
  const titled = translation.title === undefined ? next : { ...next, title }
  if (JSON.stringify({ ...translation, ...titled }) === JSON.stringify(translation)) return []
  tables.translations.set(key, { ...row, translation: { ...translation, ...titled } })
  return [change]
}

const replaceText = (tables: Tables, kind: StoredTextKind, renewed: RenewedText): ReadonlyArray<Change> => {
  if (kind === "postTranslation") return replaceTranslation(tables, "post", renewed)
  if (kind === "commentTranslation") return replaceTranslation(tables, "comment", renewed)
  if (Option.isNone(renewed.content)) return []
  const made: Made = { ...renewed, made: renewed.content.value }
  if (kind === "bio") return replaceBio(tables, made)
  if (kind === "news") return replaceItem(tables, made)
  const isHidden = kind === "hiddenPost" || kind === "hiddenComment"
  return kind === "post" || kind === "hiddenPost"
    ? replacePost(tables, isHidden, made)
    : replaceComment(tables, isHidden, made)
}

export const layer = inMemory(StoredTextsRepo, ({ readAll, write }) => ({
  next: (kind, after, limit) => readAll((tables) => nextTexts(tables, kind, after, limit)),
  count: readAll((tables) => storedTextKinds.reduce((sum, kind) => sum + textsOf(tables, kind).length, 0)),
  replace: (kind, texts) =>
    write((tables) => {
      const changes = texts.flatMap((text) => replaceText(tables, kind, text))
      return kind === "news" ? changes.slice(0, 1) : Array.dedupeWith(changes, (one, other) => one.id === other.id)
    })
}))
