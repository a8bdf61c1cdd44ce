import { Option } from "effect"
import { formerMember } from "../../../domain/accounts/Leaving.ts"
import type { TextTarget } from "../../../domain/moderation/Target.ts"
import { TranslationsRepo } from "../../../ports/posts/TranslationsRepo.ts"
import type { CommentRow, PostRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { settingsOf } from "../Writes.ts"

/** A shown text without its translation. */
const textOf = (tables: Tables, { id, type }: TextTarget) => {
  const row: CommentRow | PostRow | undefined = type === "post" ? tables.posts.get(id) : tables.comments.get(id)
  if (row === undefined) return Option.none()
  const { authorId, content, language } = row
  const title = "title" in row ? Option.some(row.title) : Option.none()
  const { audience, diseaseId } = "postId" in row ? tables.posts.referred(row.postId) : row
  return Option.some({
    authorId,
    title,
    content: content.content,
    language,
    diseaseId,
    revision: JSON.stringify([language, Option.getOrNull(title), content.content]),
    isWanted: audience === "everyone" && authorId !== formerMember.id && settingsOf(tables, authorId).translate
  })
}

const keyOf = ({ id, type }: TextTarget, to: string) => `${type} ${id} ${to}`

/** Removes the translations of texts that are not shown any more. */
export const removeTranslations = ({ comments, posts, translations }: Tables): void =>
  translations.deleteWhere(({ target }) => !(target.type === "post" ? posts.has(target.id) : comments.has(target.id)))

export const layer = inMemory(TranslationsRepo, ({ read, write }) => ({
  read: (targets, to) =>
    read((tables) =>
      targets.map((target) =>
        Option.map(textOf(tables, target), (text) => {
          const stored = tables.translations.find(keyOf(target, to))
          const newest = Option.filter(stored, ({ revision }) => revision === text.revision)
          return { ...text, translation: Option.map(newest, ({ translation }) => translation) }
        })
      )
    ),
  store: (target, revision, translation) =>
    write((tables) => {
      const isNow = Option.exists(textOf(tables, target), (text) => text.isWanted && text.revision === revision)
      if (isNow) tables.translations.set(keyOf(target, translation.to), { target, revision, translation })
      return isNow
    }),
  removeOf: (authorId) =>
    write((tables) =>
      tables.translations.deleteWhere(({ target }) =>
        Option.exists(textOf(tables, target), (text) => text.authorId === authorId)
      )
    )
}))
