import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { phraseOf } from "@rare-disease-community/text/Lexemes"
import { searchQuery, wholePhrase } from "@rare-disease-community/text/SearchQuery"
import { Array, Effect, type Layer, Option } from "effect"
import type { DiseaseId } from "../../../src/domain/Ids.ts"
import type { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { DiseasesRepo, type DiseaseToSave } from "../../../src/ports/diseases/DiseasesRepo.ts"
import type { CommentsRepo } from "../../../src/ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import type { PostQuery, SearchPart } from "../../../src/search/posts/PostQuery.ts"
import { newDisease } from "../diseases/newDiseases.ts"
import { filtered, newComment, newPost, newPosts, newUser, unique } from "../newRows.ts"

/** A typed search, each word and phrase a part of its own. */
export const typed = (text: string, given: Partial<PostQuery> = {}): PostQuery => {
  const query = searchQuery(text)
  const parts = query.wanted.flatMap(({ forms, terms }) =>
    terms.map((term) => ({ terms: [term, ...forms], diseaseIds: [], words: 1 }))
  )
  return {
    alternatives: [parts],
    unwanted: query.unwanted,
    whole: Option.fromNullable(wholePhrase(query)),
    sort: "relevance",
    ...given
  }
}

export const find = (search: PostQuery, offset = 0, limit = 50) =>
  Effect.map(
    Effect.flatMap(PostsRepo, (posts) => posts.search(search, { offset, limit })),
    ({ exact, items, total }) => ({ ids: items.map(({ post }) => post.id), total, exact })
  )

const idsOf = (text: string, given: Partial<PostQuery> = {}) => Effect.map(find(typed(text, given)), ({ ids }) => ids)

export const add = (title: string, content: string, diseaseId?: DiseaseId) =>
  Effect.map(newPost({ title, content: filtered(content), diseaseId: Option.fromNullable(diseaseId) }), ({ id }) => id)

/** Diseases that are stored; their ids in order. */
export const saveDiseases = (...given: ReadonlyArray<Partial<DiseaseToSave>>) =>
  Effect.gen(function* () {
    const diseases = yield* DiseasesRepo
    const rows = given.map(newDisease)
    yield* diseases.save(rows)
    const ids = new Map((yield* diseases.known).map(({ id, key }) => [key, id]))
    return rows.flatMap(({ key }) => ids.get(key) ?? [])
  })

/** Forms of words that people take for the same. */
const sameForms = [
  ["Herzinsuffizienz", "Herz\u00adinsuffizienz", "Herz\u200binsuffizienz", "Herz\ufeffinsuffizienz"],
  ["أعراض", "اعراض", "أَعْرَاضٌ", "أعـــراض"],
  ["שלום", "שָׁלוֹם"],
  ["cœur", "coeur"],
  ["Færøerne", "faeroerne"],
  ["α-Galactosidase", "alpha-galactosidase"],
  ["NF-1", "NF1", "NF\u20111"],
  ["B12", "b-12"],
  ["follow-up", "followup"],
  ["5mg", "5 mg"],
  ["non-invasive", "noninvasive"],
  ["Fabry-Krankheit", "Fabrykrankheit"],
  ["anti-épileptique", "antiépileptique"],
  ["semi-crónico", "semicronico"],
  ["micro-delezione", "microdelezione"],
  ["pós-parto", "pósparto"],
  ["3-D", "3D"],
  ["Sjögren", "sjoegren"],
  ["A.L.S.", "ALS"]
]

/** The contract of `PostsRepo` for searches. */
export const postsSearchContract = <E>(
  adapter: string,
  storage: Layer.Layer<CommentsRepo | DiseasesRepo | PostsRepo | UsersRepo, E>
) =>
  layer(storage)(`${adapter}: PostsRepo.search`, (it) => {
    it.effect("PostsRepo.search ranks title before content before comment, the newer first among equals", () =>
      Effect.gen(function* () {
        const [word, other] = [unique(), unique()]
        const commented = yield* add(other, other)
        yield* newComment(commented, yield* newUser(), word)
        const titled = yield* add(word, other)
        const [older, newer] = [yield* add(other, word), yield* add(other, word)]
        const both = yield* add(word, word)
        deepStrictEqual(yield* find(typed(word)), {
          ids: [both, titled, newer, older, commented],
          total: 5,
          exact: true
        })
        deepStrictEqual(yield* find(typed(word), 1, 2), { ids: [titled, newer], total: 5, exact: true })
        deepStrictEqual(yield* find(typed(word), 9, 2), { ids: [], total: 5, exact: true })
      })
    )

    it.effect("PostsRepo.search gives each post as PostsRepo.page does, with and without a disease", () =>
      Effect.gen(function* () {
        const word = unique()
        const [disease] = yield* saveDiseases({ key: unique(), name: "Filed" })
        yield* add(word, "plain")
        yield* newComment(yield* add(word, "filed", disease), yield* newUser(), "a reply")
        const posts = yield* PostsRepo
        const found = yield* posts.search(typed(word), { offset: 0, limit: 2 })
        const listed = yield* posts.page({}, { offset: 0, limit: 2 })
        deepStrictEqual(
          listed.items,
          found.items.map(({ post }) => post)
        )
        strictEqual(found.items.filter(({ post }) => Option.isSome(post.disease) && post.replyCount === 1).length, 1)
      })
    )

    it.effect(
      "PostsRepo.search ranks the whole search as a phrase in a title first, and in a content before its words",
      () =>
        Effect.gen(function* () {
          const [one, two, other] = [unique(), unique(), unique()]
          const apart = yield* add(`${two} and ${one}`, other)
          const phrased = yield* add(`About ${one} ${two}`, other)
          const inContent = yield* add(other, `so ${one} ${two}`)
          const scattered = yield* add(other, `${two} so ${one}`)
          deepStrictEqual(yield* idsOf(`${one} ${two}`), [phrased, apart, inContent, scattered])
        })
    )

    it.effect(
      "PostsRepo.search finds a phrase in one text, in order and without gaps, also in scripts without spaces",
      () =>
        Effect.gen(function* () {
          const [one, two] = [unique(), unique()]
          const post = yield* add(`${one} studies ${two}`, `罕见病 ${two} 患者`)
          yield* newComment(post, yield* newUser(), `${two} ${one}`)
          for (const found of [
            `"${one} study"`,
            `"${one} studies ${two}"`,
            `"${two} ${one}"`,
            `"罕见病 ${two}"`,
            `"见病 ${two} 患者"`
          ]) {
            deepStrictEqual(yield* idsOf(found), [post], found)
          }
          for (const absent of [`"${one} ${two}"`, `"studies ${one}"`, `"罕见 ${two}"`, `"${two} 者"`]) {
            deepStrictEqual(yield* idsOf(absent), [], absent)
          }
        })
    )

    it.effect("PostsRepo.search finds a word in each form that folds to the same, in posts and comments", () =>
      Effect.gen(function* () {
        for (const forms of sameForms) {
          const word = unique()
          for (const [place, written] of forms.entries()) {
            const titled = yield* add(`${word}${place} ${written}`, "nothing")
            const commented = yield* add(`${word}${place}`, "nothing")
            yield* newComment(commented, yield* newUser(), written)
            for (const asked of forms)
              deepStrictEqual(yield* idsOf(`${word}${place} ${asked}`), [titled, commented], `${asked}: ${written}`)
          }
        }
      })
    )

    it.effect("PostsRepo.search excludes a word with a hyphen also as one word, and finds it in a phrase", () =>
      Effect.gen(function* () {
        const word = unique()
        const [joined, apart] = [yield* add(word, "the followup"), yield* add(word, "the follow-up visit")]
        deepStrictEqual(yield* idsOf(`${word} -follow-up`), [])
        deepStrictEqual(yield* idsOf(`${word} -followup`), [])
        deepStrictEqual(yield* idsOf(`${word} -visit follow-up`), [joined])
        deepStrictEqual(yield* idsOf(`"follow-up visit" ${word}`), [apart])
        deepStrictEqual(yield* idsOf(`"followup visit" ${word}`), [apart])
        deepStrictEqual(yield* idsOf(`"up follow" ${word}`), [])
        deepStrictEqual(yield* idsOf(`${word} lowup`), [])
      })
    )

    it.effect("PostsRepo.search leaves out posts with an unwanted term, also in a comment", () =>
      Effect.gen(function* () {
        const [word, bad, worse] = [unique(), unique(), unique()]
        const wanted = yield* add(word, `${worse} ${bad}`)
        yield* add(word, `${bad} ${worse}`)
        const commented = yield* add(word, "no")
        yield* newComment(commented, yield* newUser(), `${bad} ${worse}`)
        deepStrictEqual(yield* idsOf(`${word} -"${bad} ${worse}"`), [wanted])
        deepStrictEqual(yield* find(typed(`${word} -${bad}`)), { ids: [], total: 0, exact: true })
        deepStrictEqual(yield* idsOf(`-${bad}`), [])
      })
    )

    it.effect("PostsRepo.search takes the last word and starred words as prefixes, and no closed phrase", () =>
      Effect.gen(function* () {
        const [stem, other] = [unique(), unique()]
        const post = yield* add(`${stem}opathy ${other}`, "nothing")
        for (const found of [stem, `${stem}*`, `${stem}* ${other}`, `${other} ${stem}opa`, `"${stem}o`]) {
          deepStrictEqual(yield* idsOf(found), [post], found)
        }
        for (const absent of [`${stem} ${other}`, `"${stem}"`, `"${stem}" ${other}`]) {
          deepStrictEqual(yield* idsOf(absent), [], absent)
        }
      })
    )

    it.effect(
      "PostsRepo.search matches a part by any term, by the disease or its subtypes, and counts its best place once",
      () =>
        Effect.gen(function* () {
          const [name, synonym, other] = [unique(), unique(), unique()]
          const key = unique()
          const [disease, subtype, lower] = yield* saveDiseases(
            { key, name },
            { key: `${key}-1`, name: `${name} 1`, parents: [key] },
            { key: `${key}-2`, name: `${name} 2`, parents: [`${key}-1`] }
          )
          if (disease === undefined) return yield* Effect.dieMessage("no disease")
          const commented = yield* add(other, other)
          yield* newComment(commented, yield* newUser(), `so ${synonym}`)
          const content = yield* add(other, `so ${name}`)
          const filed = yield* add(other, other, disease)
          const under = yield* add(other, other, subtype)
          const deep = yield* add(other, `so ${synonym}`, lower)
          const titled = yield* add(`so ${synonym}`, other)
          const about: SearchPart = {
            terms: [...phraseOf(name, false), ...phraseOf(synonym, false)],
            diseaseIds: [disease],
            words: 2
          }
          const search = typed("", { alternatives: [[about]] })
          deepStrictEqual(yield* find(search), {
            ids: [titled, deep, under, filed, content, commented],
            total: 6,
            exact: true
          })
          const narrowed = { ...search, diseaseId: disease, sort: "date" as const }
          deepStrictEqual((yield* find(narrowed)).ids, [filed])
          deepStrictEqual((yield* find({ ...narrowed, includeDescendants: true })).ids, [deep, under, filed])
          const posts = yield* PostsRepo
          const listed = yield* posts.page({ diseaseId: disease, includeDescendants: true }, { offset: 0, limit: 9 })
          deepStrictEqual([listed.items.map(({ id }) => id), listed.total], [[deep, under, filed], 3])
          const word = yield* add(other, unique(), subtype)
          const { title } = yield* posts.get(word, Option.none())
          const withWord = typed(title, { sort: "date" })
          const both = { ...withWord, alternatives: withWord.alternatives.map((parts) => [about, ...parts]) }
          deepStrictEqual((yield* find(both)).ids, [word, titled, deep, under, filed, content, commented])
        })
    )

    it.effect("PostsRepo.search matches any alternative, and counts the best", () =>
      Effect.gen(function* () {
        const [one, two, three, other] = [unique(), unique(), unique(), unique()]
        const part = (word: string): SearchPart => ({ terms: phraseOf(word, false), diseaseIds: [], words: 1 })
        const first = yield* add(other, `${one} ${two}`)
        const second = yield* add(three, other)
        const both = yield* add(three, `${one} ${two}`)
        yield* add(other, one)
        const search = typed("", { alternatives: [[part(one), part(two)], [part(three)]] })
        deepStrictEqual(yield* find(search), { ids: [both, second, first], total: 3, exact: true })
      })
    )

    it.effect("PostsRepo.search finds at most 1,000 posts, the newest by date, and says that there are more", () =>
      Effect.gen(function* () {
        const [word, other] = [unique(), unique()]
        const authorId = yield* newUser()
        const posts = yield* PostsRepo
        const added = yield* newPosts(
          authorId,
          Array.makeBy(1_001, (at) => ({ title: at === 699 ? word : other, content: filtered(word) }))
        )
        const newest = added.toReversed()
        const titled = newest[301]
        const thousand = { total: 1_000, exact: false }
        deepStrictEqual(yield* find(typed(word, { sort: "date" }), 0, 20), { ids: newest.slice(0, 20), ...thousand })
        const last = yield* find(typed(word, { sort: "date" }), 980, 100)
        deepStrictEqual(last, { ids: newest.slice(980, 1_000), ...thousand })
        deepStrictEqual((yield* find(typed(word, { sort: "date" }), 1_000, 20)).ids, [])
        deepStrictEqual(yield* find(typed(word), 0, 3), { ids: [titled, ...newest.slice(0, 2)], ...thousand })
        const pages = yield* Effect.forEach(Array.range(0, 9), (page) => find(typed(word), page * 100, 100))
        strictEqual(new Set(pages.flatMap(({ ids }) => ids)).size, 1_000)
        yield* Effect.forEach(newest.slice(5, 6), posts.remove)
        strictEqual((yield* find(typed(word))).exact, true)
        strictEqual((yield* find(typed(word))).total, 1_000)
      })
    )
  })
