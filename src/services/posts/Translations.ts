import { namesWritten } from "@rare-disease-community/names/texts/DiseaseNaming"
import { withoutFormats } from "@rare-disease-community/text/Invisible"
import { Context, Data, DateTime, type Duration, Effect, type Either, Layer, Option } from "effect"
import { NotSignedIn, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { CommentId, PostId } from "../../domain/Ids.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { TextTarget } from "../../domain/moderation/Target.ts"
import { CommentNotFound } from "../../domain/posts/Comment.ts"
import { maxTitleCharacters, PostNotFound } from "../../domain/posts/Post.ts"
import {
  SameLanguage,
  type Translation,
  TranslationFailed,
  TranslationOff,
  TranslationUnwanted
} from "../../domain/posts/Translation.ts"
import { isBlank } from "../../domain/Text.ts"
import type { StorageEffect, Unavailable } from "../../domain/Unavailable.ts"
import { DiseasesRepo } from "../../ports/diseases/DiseasesRepo.ts"
import { MarkdownFilter } from "../../ports/posts/MarkdownFilter.ts"
import { type TranslatableText, TranslationsRepo } from "../../ports/posts/TranslationsRepo.ts"
import { Translator } from "../../ports/posts/Translator.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { RateLimits, subjectOf } from "../RateLimits.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { candidatesIn, keysOf } from "./NamesInTexts.ts"
import { joined, partsAround, withTexts } from "./TextsOfMarkdown.ts"
import { makeTranslationQueue } from "./TranslationQueue.ts"

/** The text has changed since it was read, is hidden or gone, or may not be translated any more. */
class Outdated extends Data.TaggedError("Outdated") {}

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
    readonly ofPost: (id: PostId, to: string) => StorageEffect<Translation, PostNotFound | Refusal, Viewer>

    /** The same of a comment. Fails with `CommentNotFound` in place of `PostNotFound`. */
    readonly ofComment: (id: CommentId, to: string) => StorageEffect<Translation, CommentNotFound | Refusal, Viewer>

    /**
     * The same of several texts, which are read at once; those without a stored translation wait `within` for a new
     * one.
     */
    readonly ofAll: (
      targets: ReadonlyArray<TextTarget>,
      to: string,
      within: Duration.DurationInput
    ) => StorageEffect<ReadonlyArray<Either.Either<Translation, Missing | Refusal | Unavailable>>, never, Viewer>
  }
>() {
  static readonly layer = Layer.scoped(Translations, withSpans("Translations", Effect.gen(make)))
}

function* make() {
  const { host, isOn } = yield* Translator
  const repo = yield* TranslationsRepo
  const limits = yield* RateLimits
  const translateAndStore = yield* translatingAndStoring
  const inTurn = yield* makeTranslationQueue<Outdated | Unavailable>()

  const read = readOne(repo)

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
    const subject = subjectOf(viewer)
    return yield* inTurn(subject, key, limits.translating(subject), translateAndStore(target, to, text.revision))
  })

  /** The outcome, for the newest revision where the text changes meanwhile. */
  const outcomeNow = <E>(target: TextTarget, to: string, found: Option.Option<TranslatableText>, missing: E) =>
    outcome(target, to, found, missing).pipe(
      Effect.catchIf(
        (error) => error instanceof Outdated,
        () => Effect.flatMap(read(target, to), (now) => outcome(target, to, now, missing))
      ),
      Effect.catchIf(
        (error) => error instanceof Outdated,
        () => new TranslationFailed()
      )
    )

  const of = <E>(target: TextTarget, to: string, missing: E) =>
    Effect.flatMap(read(target, to), (found) => outcomeNow(target, to, found, missing))

  const ofAll = Effect.fnUntraced(function* (
    targets: ReadonlyArray<TextTarget>,
    to: string,
    within: Duration.DurationInput
  ) {
    const texts = yield* repo.read(targets, to)
    const outcomes = targets.map((target, index) =>
      outcomeNow(target, to, texts[index] ?? Option.none(), missingOf(target)).pipe(
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

const readOne = (repo: TranslationsRepo["Type"]) => (target: TextTarget, to: string) =>
  Effect.map(repo.read([target], to), ([found = Option.none()]) => found)

const translatingAndStoring = Effect.gen(function* () {
  const repo = yield* TranslationsRepo
  const read = readOne(repo)
  const { users, write } = yield* writing
  const translate = yield* translating

  /** True if it is stored. It holds the author, whose settings may change at the same time. */
  const store = (target: TextTarget, { authorId, revision }: TranslatableText, translation: Translation) =>
    write(Effect.zipRight(users.hold(authorId), repo.store(target, revision, translation))).pipe(
      Effect.catchTag("UserNotFound", () => Effect.succeed(false))
    )

  /** A text may have waited for the engine: another reader may have had it translated. */
  return Effect.fnUntraced(function* (target: TextTarget, to: string, revision: string) {
    const found = Option.filter(yield* read(target, to), (text) => text.isWanted && text.revision === revision)
    const text = yield* Effect.mapError(found, () => new Outdated())
    if (Option.isSome(text.translation)) return text.translation.value
    const translation = yield* translate(text, to)
    return (yield* store(target, text, translation)) ? translation : yield* new Outdated()
  })
})

const missingOf = (target: TextTarget): Missing =>
  target.type === "post" ? new PostNotFound({ id: target.id }) : new CommentNotFound({ id: target.id })

const translating = Effect.gen(function* () {
  const markdown = yield* MarkdownFilter
  const translator = yield* Translator
  const namesIn = yield* namesInTexts

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

  return (text: TranslatableText, to: string): StorageEffect<Translation, TranslationFailed> =>
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
 * Finds the names of diseases in a text: any in English, and all names of the one it is filed under.
 */
const namesInTexts = Effect.gen(function* () {
  const diseases = yield* DiseasesRepo
  const finder = yield* DiseaseFinder

  const namesOfFiled = Effect.fnUntraced(function* ({ diseaseId }: Pick<TranslatableText, "diseaseId">) {
    if (Option.isNone(diseaseId)) return []
    const filed = yield* diseases.findByIds([diseaseId.value])
    const local = yield* finder.localNames
    return filed.flatMap(({ codes, name, synonyms }) => [
      name,
      ...synonyms,
      ...local.of(Object.values(codes).flat()).map((localName) => localName.name)
    ])
  })

  return Effect.fnUntraced(function* (text: Pick<TranslatableText, "diseaseId">, words: string) {
    const candidates = yield* candidatesIn(words, { eponyms: false })
    const names = yield* diseases.named(keysOf(candidates))
    return [...namesWritten(words, candidates, names), ...(yield* namesOfFiled(text))]
  })
})
