import { Clock, Context, DateTime, Effect, Layer, Option, Random, Schedule, Schema } from "effect"
import { logDefect } from "../../concurrency/BackgroundTasks.ts"
import { yieldToEventLoop } from "../../concurrency/BatchQueue.ts"
import { unknownLanguage } from "../../domain/Language.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { storedTexts, update } from "../../metrics/Metrics.ts"
import { ContentRepo } from "../../ports/ContentRepo.ts"
import { MarkdownFilter } from "../../ports/posts/MarkdownFilter.ts"
import {
  type RenewedText,
  type StoredText,
  type StoredTextKind,
  StoredTextsRepo
} from "../../ports/posts/StoredTextsRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { Changes } from "../Changes.ts"
import { languageOf } from "./TextLanguage.ts"

/**
 * The version of the rules by which HTML, excerpts, words to search and languages are made of a text. Raising it makes
 * those of all stored texts anew.
 */
export const textRules = 3

/** Hidden texts come before and after shown ones, since a text may be hidden or restored meanwhile. */
const stages: ReadonlyArray<StoredTextKind> = [
  ...(["hiddenPost", "hiddenComment", "post", "comment", "hiddenPost", "hiddenComment"] as const),
  ...(["bio", "news", "postTranslation", "commentTranslation"] as const)
]

/** The maximum number of stored texts that are made anew at a time, so that each time is short. */
const maxRenewedAtOnce = 32

/** The pause between two batches of stored texts, which leaves the machine to requests. */
const batchPause = "100 millis"

/** An instance that makes stored texts anew has the pass for so long after each batch; another takes over then. */
const leaseMillis = 60_000

/** The wait after the start before stored texts are made anew. */
const firstPause = "10 seconds"

/** The interval at which instances look if stored texts are to be made anew. */
const roundPause = "1 minute"

/** The log has a line for each so many stored texts. */
const loggedEvery = 1_000

const Progress = Schema.Struct({
  rules: Schema.Int,
  /** The place in `stages`; after the last one the pass is complete. */
  stage: Schema.Int,
  /** The id of the last text of the stage that is done. */
  after: Schema.Int,
  checked: Schema.Int,
  changed: Schema.Int,
  /** When the first instance with the rules began, where that is noted: what was written since is by them. */
  begunAt: Schema.optionalWith(Schema.Int, { exact: true }),
  /** The instance that has the pass, and until when. */
  holder: Schema.String,
  until: Schema.Int
})
type Progress = typeof Progress.Type

const progressName = "text rules"
const Stored = Schema.parseJson(Progress)

/** How far the pass is after a turn of this process. */
export type Renewal =
  | { readonly _tag: "Complete"; readonly checked: number; readonly changed: number }
  /** Another instance has the pass, or the rules are older than those of the database. */
  | { readonly _tag: "NotHere" }

/**
 * Makes anew what earlier rules made of stored texts: a pass over all of them, in batches that each note how far it is.
 * A stopped pass resumes there; of several instances one works. A text that changes meanwhile stays as its author
 * wrote it. Times, earlier texts and notifications do not change.
 */
export class TextRenewal extends Context.Tag("services/posts/TextRenewal")<
  TextRenewal,
  {
    /** Works until the pass is complete, or another instance has it. */
    readonly run: StorageEffect<Renewal>
  }
>() {
  static readonly layer = Layer.effect(
    TextRenewal,
    Effect.suspend(() => renewal(textRules))
  )

  /** Works in the background until the pass is complete, by whichever instance, or the scope ends. */
  static readonly running = Layer.scopedDiscard(
    Effect.flatMap(TextRenewal, ({ run }) =>
      run.pipe(
        Effect.tapDefect((cause) => logDefect("making stored texts anew", cause)),
        Effect.catchAllCause(() => Effect.succeed<Renewal>({ _tag: "NotHere" })),
        Effect.repeat({ until: ({ _tag }) => _tag === "Complete", schedule: Schedule.spaced(roundPause) }),
        Effect.delay(firstPause),
        Effect.interruptible,
        Effect.forkScoped
      )
    )
  )
}

const isComplete = ({ stage }: Progress) => stage >= stages.length

const linksIn = (html: string): ReadonlySet<string> =>
  new Set(Array.from(html.matchAll(/\shref="([^"]*)"/g), ([, url = ""]) => url))

/** True for a translation whose engine made up an address, which earlier rules made a link. */
const hasOtherLinks = (html: string, original: string): boolean => {
  const known = linksIn(original)
  return Array.from(linksIn(html)).some((url) => !known.has(url))
}

const isTranslation = (kind: StoredTextKind) => kind === "postTranslation" || kind === "commentTranslation"

/**
 * True for a text whose language may be a guess by earlier rules. It is not stored if an author has chosen `und`: what
 * was written before the pass counts as a guess.
 */
const isGuessed = (kind: StoredTextKind, { language, writtenAt }: StoredText, { begunAt }: Progress) =>
  isFiled(kind) &&
  language === unknownLanguage &&
  DateTime.toEpochMillis(writtenAt) < (begunAt ?? Number.POSITIVE_INFINITY)

const isFiled = (kind: StoredTextKind) => kind !== "bio" && kind !== "news" && !isTranslation(kind)

/** Makes a text by the rules of today; none that these refuse, which stays as it is. */
const renewing = Effect.map(MarkdownFilter, ({ filter, filterTitle }) =>
  Effect.fnUntraced(
    function* (kind: StoredTextKind, before: StoredText, progress: Progress) {
      const content = yield* filter(before.content)
      const title = kind === "news" || before.title === "" ? before.title : filterTitle(before.title)
      // An author may have chosen any other language.
      const language = isGuessed(kind, before, progress)
        ? yield* languageOf(undefined, title === "" ? content.content : `${title}\n${content.content}`)
        : before.language
      const isGone = isTranslation(kind) && hasOtherLinks(content.html, before.originalHtml)
      const kept = isGone ? Option.none() : Option.some(content)
      return Option.some<RenewedText>({
        before,
        content: kept,
        title: title.trim() === "" ? before.title : title,
        language
      })
    },
    Effect.catchTag("NestedTooDeep", "TooCostly", () => Effect.succeed(Option.none<RenewedText>()))
  )
)

/** The notes of how far the pass of one version of the rules is, which one instance has at a time. */
const progressNotes = Effect.fnUntraced(function* (rules: number) {
  const versions = yield* ContentRepo
  const holder = String(yield* Random.nextInt)
  const begunAt = yield* Clock.currentTimeMillis

  const locked = Effect.flatMap(versions.lockVersion(progressName), (stored) =>
    Effect.orDie(Effect.transposeMapOption(stored, Schema.decode(Stored)))
  )
  const note = (progress: Progress) =>
    Effect.flatMap(Effect.orDie(Schema.encode(Stored)(progress)), (stored) => versions.setVersion(progressName, stored))

  return {
    /** The progress, where this instance has the pass from now on, or where it is complete. */
    claim: Effect.gen(function* () {
      const stored = yield* locked
      const now = yield* Clock.currentTimeMillis
      const before = Option.filter(stored, (progress) => progress.rules >= rules)
      const begun = { rules, stage: 0, after: 0, checked: 0, changed: 0, begunAt, holder, until: 0 }
      const progress = Option.getOrElse(before, (): Progress => begun)
      const isOfOther = progress.holder !== holder && progress.until > now && !isComplete(progress)
      if (progress.rules > rules || isOfOther) return Option.none<Progress>()
      if (isComplete(progress)) return Option.some(progress)
      const claimed = { ...progress, holder, until: now + leaseMillis }
      yield* note(claimed)
      return Option.some(claimed)
    }),

    /** True while this instance has the pass. */
    isHeld: Effect.map(
      locked,
      Option.exists((one) => one.rules === rules && one.holder === holder)
    ),
    note
  }
})

const report = (before: Progress, { changed, checked, rules }: Progress, total: number) => {
  update(storedTexts.checked, checked)
  update(storedTexts.total, Math.max(total, checked))
  return Math.floor(before.checked / loggedEvery) === Math.floor(checked / loggedEvery)
    ? Effect.void
    : Effect.annotateLogs(Effect.logInfo("making stored texts anew"), { rules, checked, changed, total })
}

/** The pass of one version of the rules. */
export const renewal = Effect.fnUntraced(function* (rules: number) {
  const repo = yield* StoredTextsRepo
  const changes = yield* Changes
  const { atomically } = yield* Transaction
  const { claim, isHeld, note } = yield* progressNotes(rules)
  const renewed = yield* renewing

  /** Makes the next batch anew; none where another instance has the pass. */
  const step = Effect.fnUntraced(function* (before: Progress, kind: StoredTextKind) {
    const texts = yield* repo.next(kind, before.after, maxRenewedAtOnce)
    const made = yield* Effect.forEach(texts, (text) => renewed(kind, text, before))
    return yield* Effect.gen(function* () {
      if (!(yield* isHeld)) return Option.none<Progress>()
      const changed = yield* repo.replace(kind, made.flatMap(Option.toArray))
      yield* changes.append(changed)
      const last = texts.at(-1)
      const after: Progress = {
        ...before,
        ...(last === undefined ? { stage: before.stage + 1, after: 0 } : { after: last.id }),
        checked: before.checked + texts.length,
        changed: before.changed + changed.length,
        until: (yield* Clock.currentTimeMillis) + leaseMillis
      }
      yield* note(after)
      return Option.some(after)
    }).pipe(atomically)
  })

  const run = Effect.gen(function* () {
    let progress = yield* atomically(claim)
    const isDue = Option.exists(progress, (claimed) => !isComplete(claimed))
    const total = isDue ? yield* repo.count : 0
    while (Option.isSome(progress)) {
      const before: Progress = progress.value
      const { changed, checked, stage } = before
      const kind = stages[stage]
      if (kind === undefined) {
        if (isDue) yield* Effect.annotateLogs(Effect.logInfo("stored texts are made anew"), { rules, checked, changed })
        return { _tag: "Complete", checked, changed } as const
      }
      progress = yield* step(before, kind)
      if (Option.isSome(progress)) yield* report(before, progress.value, total)
      yield* Option.exists(progress, (after) => after.stage === stage) ? Effect.sleep(batchPause) : yieldToEventLoop
    }
    return { _tag: "NotHere" } as const
  })

  return TextRenewal.of({ run })
})
