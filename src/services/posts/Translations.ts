import { Context, DateTime, type Duration, Effect, type Either, Layer, Option } from "effect"
import { makeSingleFlight } from "../../concurrency/SingleFlight.ts"
import { NotSignedIn, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { CommentId, PostId } from "../../domain/Ids.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import { CommentNotFound } from "../../domain/posts/Comment.ts"
import { maxTitleCharacters, PostNotFound } from "../../domain/posts/Post.ts"
import {
  maxTranslationSeconds,
  SameLanguage,
  type Translation,
  TranslationFailed,
  TranslationOff,
  TranslationUnwanted
} from "../../domain/posts/Translation.ts"
import { isBlank } from "../../domain/Text.ts"
import type { Call, Unavailable } from "../../domain/Unavailable.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { MarkdownFilter } from "../../ports/posts/MarkdownFilter.ts"
import { type TranslatableText, TranslationsRepo } from "../../ports/posts/TranslationsRepo.ts"
import { Translator } from "../../ports/posts/Translator.ts"
import { namesWritten } from "../../search/posts/DiseaseNaming.ts"
import { nameCandidates, unspacedCandidates } from "../../search/posts/NameCandidates.ts"
import { withoutFormats } from "../../text/Invisible.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { RateLimits, subjectOf } from "../RateLimits.ts"
import { withSpans } from "../Spans.ts"
import { joined, partsAround, withTexts } from "./TextsOfMarkdown.ts"

/**
 * The maximum number of texts that the translation engine is given at once; others wait, within the time that they
 * have.
 */
const maxAtOnce = 4

type Missing = CommentNotFound | PostNotFound
type Refusal = NotSignedIn | SameLanguage | TooManyRequests | TranslationFailed | TranslationOff | TranslationUnwanted

/** Posts and comments in other languages, by machine (contract, Languages of texts). */
export class Translations extends Context.Tag("services/posts/Translations")<
  Translations,
  {
    /** False where the operator has configured no engine. */
    readonly isOn: boolean

    /** The host that texts are sent to. */
    readonly host: string

    /**
     * A post in another language: the stored translation of its present text, or a new one for whoever is signed in.
     * Fails with `PostNotFound`, also for a hidden post; then with `TranslationOff`, `TranslationUnwanted` and
     * `SameLanguage`; without a stored one with `NotSignedIn` and `TooManyRequests`, and with `TranslationFailed` after
     * `maxTranslationSeconds`.
     */
    readonly ofPost: (id: PostId, to: string) => Call<Translation, PostNotFound | Refusal, Viewer>

    /** The same of a comment. Fails with `CommentNotFound` in place of `PostNotFound`. */
    readonly ofComment: (id: CommentId, to: string) => Call<Translation, CommentNotFound | Refusal, Viewer>

    /**
     * The same of several texts, which are read at once; those without a stored translation wait `within` for a new
     * one.
     */
    readonly ofAll: (
      targets: ReadonlyArray<TextTarget>,
      to: string,
      within: Duration.DurationInput
    ) => Call<ReadonlyArray<Either.Either<Translation, Missing | Refusal | Unavailable>>, never, Viewer>
  }
>() {
  static readonly layer = Layer.scoped(Translations, withSpans("Translations", Effect.gen(make)))
}

function* make() {
  const { host, isOn } = yield* Translator
  const repo = yield* TranslationsRepo
  const limits = yield* RateLimits
  const translate = yield* makeTranslate
  const share = yield* makeSingleFlight<Translation, TranslationFailed | Unavailable>()
  const atOnce = (yield* Effect.makeSemaphore(maxAtOnce)).withPermits(1)

  const translateAndStore = Effect.fnUntraced(
    function* (target: TextTarget, to: string, text: TranslatableText) {
      const translation = yield* translate(text, to)
      yield* repo.store(target, text.revision, translation)
      return translation
    },
    atOnce,
    Effect.timeoutFail({ duration: `${maxTranslationSeconds} seconds`, onTimeout: () => new TranslationFailed() })
  )

  const outcome = Effect.fnUntraced(function* <E>(
    target: TextTarget,
    to: string,
    found: Option.Option<TranslatableText>,
    missing: E
  ) {
    const text = yield* Effect.mapError(found, () => missing)
    if (!isOn) return yield* new TranslationOff()
    if (!text.isWanted) return yield* new TranslationUnwanted()
    if (text.language === to) return yield* new SameLanguage({ language: to })
    if (Option.isSome(text.translation)) return text.translation.value
    const viewer = yield* Effect.mapError(yield* Viewer, () => new NotSignedIn())
    const key = `${target.type} ${target.id} ${to} ${text.revision}`
    return yield* share(key, limits.translating(subjectOf(viewer)), translateAndStore(target, to, text))
  })

  const of = <E>(target: TextTarget, to: string, missing: E) =>
    Effect.flatMap(repo.read([target], to), ([found = Option.none()]) => outcome(target, to, found, missing))

  const ofAll = Effect.fnUntraced(function* (
    targets: ReadonlyArray<TextTarget>,
    to: string,
    within: Duration.DurationInput
  ) {
    const texts = yield* repo.read(targets, to)
    const outcomes = targets.map((target, index) =>
      outcome(target, to, texts[index] ?? Option.none(), missingOf(target)).pipe(
        Effect.timeoutFail({ duration: within, onTimeout: () => new TranslationFailed() }),
        Effect.either
      )
    )
    return yield* Effect.all(outcomes, { concurrency: "unbounded" })
  })

  return {
    isOn,
    host,
    ofAll,
    ofPost: (id: PostId, to: string) => of({ type: "post", id }, to, new PostNotFound({ id })),
    ofComment: (id: CommentId, to: string) => of({ type: "comment", id }, to, new CommentNotFound({ id }))
  }
}

const missingOf = (target: TextTarget): Missing =>
  target.type === "post" ? new PostNotFound({ id: target.id }) : new CommentNotFound({ id: target.id })

const makeTranslate = Effect.gen(function* () {
  const markdown = yield* MarkdownFilter
  const translator = yield* Translator
  const namesIn = yield* makeNamesIn

  const words = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, from: string, to: string) {
    const translated = texts.length === 0 ? [] : yield* translator.translate({ texts, from, to })
    const left = translated.values()
    return () => left.next().value ?? ""
  })

  const translated = Effect.fnUntraced(function* ({ content, title, ...text }: TranslatableText, to: string) {
    const pieces = yield* markdown.pieces(content)
    const texts = [...Option.toArray(title), ...pieces.map((piece) => piece.text)]
    const parts = texts.map(partsAround(yield* namesIn(text, texts.join("\n"))))
    const asked = parts.flat().filter(({ isTranslated }) => isTranslated)
    const next = yield* words(
      asked.map((part) => part.text),
      text.language,
      to
    )
    const results = parts.map((ofText) => joined(ofText, next))
    const titles = Option.isSome(title) ? results.slice(0, 1) : []
    const filtered = yield* markdown.filter(withTexts(content, pieces, results.slice(titles.length)))
    const [shownTitle] = titles.map((words) => oneLine(markdown.filterTitle(oneLine(words))))
    if (isBlank(filtered.html) || (shownTitle !== undefined && isBlank(shownTitle)))
      return yield* new TranslationFailed()
    return {
      language: text.language,
      to,
      ...(shownTitle === undefined ? {} : { title: shownTitle }),
      content: filtered.content,
      contentHtml: filtered.html,
      engine: translator.engine,
      createdAt: yield* DateTime.now
    } satisfies Translation
  })

  const failed = (error: { readonly _tag: string; readonly why?: string }) =>
    Effect.zipRight(Effect.logWarning(`a text was not translated: ${error.why ?? error._tag}`), new TranslationFailed())

  return (text: TranslatableText, to: string): Call<Translation, TranslationFailed> =>
    Effect.catchTags(translated(text, to), {
      NotTranslated: failed,
      NestedTooDeep: failed,
      TooCostly: failed,
      TranslationFailed: failed
    })
})

/** A title on one line as titles are stored, without its end beyond the maximum length. */
const oneLine = (text: string) =>
  Array.from(
    withoutFormats(text)
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
  )
    .slice(0, maxTitleCharacters)
    .join("")

/**
 * Makes the function that finds the names of diseases in a text: any in English, and all names of the one it is filed
 * under.
 */
const makeNamesIn = Effect.gen(function* () {
  const diseases = yield* DiseasesRepo
  const finder = yield* DiseaseFinder

  const namesOfFiled = Effect.fnUntraced(function* ({ diseaseId }: Pick<TranslatableText, "diseaseId">) {
    if (Option.isNone(diseaseId)) return []
    const { items } = yield* diseases.findByIds([diseaseId.value])
    const local = yield* finder.localNames
    return items.flatMap(({ codes, name, synonyms }) => [
      name,
      ...synonyms,
      ...local.of(Object.values(codes).flat()).map((localName) => localName.name)
    ])
  })

  return Effect.fnUntraced(function* (text: Pick<TranslatableText, "diseaseId">, words: string) {
    const candidates = [...nameCandidates(words), ...unspacedCandidates(words)]
    const names = yield* diseases.named(Array.from(new Set(candidates.flatMap(({ keys }) => keys))))
    return [...namesWritten(words, candidates, names), ...(yield* namesOfFiled(text))]
  })
})
