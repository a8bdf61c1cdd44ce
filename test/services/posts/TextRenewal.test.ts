import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import * as MarkdownFilterInline from "../../../src/adapters/node/posts/MarkdownFilterInline.ts"
import type { FilteredText } from "../../../src/domain/Markdown.ts"
import { Unavailable } from "../../../src/domain/Unavailable.ts"
import { ChangeNotifier } from "../../../src/ports/ChangeNotifier.ts"
import { ContentRepo } from "../../../src/ports/ContentRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { StoredTextsRepo } from "../../../src/ports/posts/StoredTextsRepo.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { renewal } from "../../../src/services/posts/TextRenewal.ts"
import { newPost, newPosts, newUser } from "../../contracts/newRows.ts"
import { databaseStorages } from "../../support/Storage.ts"

const machine = (storage: (typeof databaseStorages)[number]["layer"]) =>
  Layer.mergeAll(MarkdownFilterInline.layer, Layer.provide(Changes.layer, ChangeNotifier.none)).pipe(
    Layer.provideMerge(storage)
  )

/** What earlier rules made of a dose. */
const old: FilteredText = {
  content: "Between 2~3 mg and 4~5 mg a day, says the doctor of our child.",
  html: "<p>Between 2<del>3 mg and 4</del>5 mg a day, says the doctor of our child.</p>",
  excerpt: "Between 23 mg and 45 mg a day, says the doctor of our child.",
  text: "Between 23 mg and 45 mg a day, says the doctor of our child.",
  mentions: []
}

const shown = ({ id }: { readonly id: Parameters<PostsRepo["Type"]["get"]>[0] }) =>
  Effect.flatMap(PostsRepo, (posts) => posts.get(id, Option.none()))

/** Each test raises the version of the rules, as the next change of them will. */
let rules = 0

const noted = Effect.flatMap(ContentRepo, (content) =>
  Effect.map(content.lockVersion("text rules"), (stored) => JSON.parse(Option.getOrThrow(stored)))
)

for (const storage of databaseStorages) {
  layer(machine(storage.layer), { excludeTestServices: true })(`TextRenewal (${storage.name})`, (it) => {
    it.effect("makes stored texts anew once for each version of the rules, and leaves their times", () =>
      Effect.gen(function* () {
        const post = yield* newPost({ content: old })
        const chosen = yield* newPost({ content: old, language: "de" })
        const { run } = yield* renewal(++rules)
        const first = yield* run
        assertTrue(first._tag === "Complete" && first.changed >= 2)
        const after = yield* shown(post)
        deepStrictEqual(
          [after.contentHtml, after.excerpt, after.language],
          [`<p>${old.content}</p>`, old.content, "en"]
        )
        deepStrictEqual([after.updatedAt, after.editedAt, after.content], [post.updatedAt, Option.none(), old.content])
        strictEqual((yield* shown(chosen)).language, "de")
        deepStrictEqual(yield* run, first)
        strictEqual((yield* noted).rules, rules)
        const { run: next } = yield* renewal(++rules)
        const second = yield* next
        assertTrue(second._tag === "Complete" && second.changed === 0 && second.checked === first.checked)
      })
    )

    it.effect(
      "keeps the unknown language of a post that was written since the server began, which its author may have chosen",
      () =>
        Effect.gen(function* () {
          const { run } = yield* renewal(++rules)
          const chosen = yield* newPost({ content: old, createdAt: yield* DateTime.now })
          strictEqual((yield* run)._tag, "Complete")
          const after = yield* shown(chosen)
          deepStrictEqual([after.language, after.contentHtml], ["und", `<p>${old.content}</p>`])
        })
    )

    it.effect("resumes where it was stopped, and checks no text twice", () =>
      Effect.gen(function* () {
        const author = yield* newUser()
        const ids = yield* newPosts(
          author,
          Array.makeBy(70, () => ({ content: old }))
        )
        const repo = yield* StoredTextsRepo
        let left = 3
        const failing = StoredTextsRepo.of({
          ...repo,
          next: (...given) => (given[0] === "post" && left-- === 0 ? new Unavailable() : repo.next(...given))
        })
        const version = ++rules
        const { run } = yield* Effect.provideService(renewal(version), StoredTextsRepo, failing)
        strictEqual((yield* Effect.flip(run))._tag, "Unavailable")
        const stopped = yield* noted
        assertTrue(stopped.checked > 0 && stopped.after > 0)
        const finished = yield* run
        assertTrue(finished._tag === "Complete" && finished.checked === (yield* repo.count))
        for (const id of ids) strictEqual((yield* shown({ id })).excerpt, old.content)
      })
    )

    it.effect("leaves the pass to the instance that has it, and takes it over when that one is gone", () =>
      Effect.gen(function* () {
        const version = ++rules
        const content = yield* ContentRepo
        const held = (until: number) =>
          content.setVersion(
            "text rules",
            JSON.stringify({ rules: version, stage: 2, after: 0, checked: 0, changed: 0, holder: "another", until })
          )
        const { run } = yield* renewal(version)
        yield* held(Number.MAX_SAFE_INTEGER)
        deepStrictEqual(yield* run, { _tag: "NotHere" })
        yield* held(0)
        strictEqual((yield* run)._tag, "Complete")
        const { run: older } = yield* renewal(version - 1)
        deepStrictEqual(yield* older, { _tag: "NotHere" })
      })
    )

    it.effect("leaves a text that changes while it is made anew", () =>
      Effect.gen(function* () {
        const post = yield* newPost({ content: old })
        const repo = yield* StoredTextsRepo
        const posts = yield* PostsRepo
        const edited = { ...old, content: "Edited.", html: "<p>Edited.</p>", excerpt: "Edited.", text: "Edited." }
        const change = {
          ...{ title: Option.none(), content: Option.some(edited), language: Option.none(), category: Option.none() },
          ...{ diseaseId: Option.none(), authorKind: "human" as const, updatedAt: post.updatedAt }
        }
        const racing = StoredTextsRepo.of({
          ...repo,
          next: (kind, after, limit) =>
            Effect.tap(repo.next(kind, after, limit), (texts) =>
              kind === "post" && texts.some(({ id }) => id === post.id)
                ? Effect.orDie(posts.update(post.id, change, post.author.id))
                : Effect.void
            )
        })
        const { run } = yield* Effect.provideService(renewal(++rules), StoredTextsRepo, racing)
        strictEqual((yield* run)._tag, "Complete")
        strictEqual((yield* shown(post)).contentHtml, "<p>Edited.</p>")
      })
    )
  })
}
