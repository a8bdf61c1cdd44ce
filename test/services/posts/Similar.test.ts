import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { PostId } from "../../../src/domain/Ids.ts"
import { PostNotFound } from "../../../src/domain/posts/Post.ts"
import { NothingToCompare, type SimilarRequest } from "../../../src/domain/posts/Similar.ts"
import { DiseasesRepo } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { PostsRepo, type PostToAdd } from "../../../src/ports/posts/PostsRepo.ts"
import { Similar } from "../../../src/services/posts/Similar.ts"
import { newDisease } from "../../contracts/diseases/newDiseases.ts"
import { filtered, newComment, newPost, newUser } from "../../contracts/newRows.ts"

const diseases = [
  newDisease({ name: "Marfan syndrome", synonyms: ["Marfan's syndrome", "Arachnodactyly"], abbreviations: ["MFS"] }),
  newDisease({ name: "Neonatal Marfan syndrome" }),
  newDisease({ name: "Vascular Ehlers-Danlos syndrome", abbreviations: ["vEDS"] }),
  newDisease({ name: "Angelman syndrome", abbreviations: ["AS"] }),
  newDisease({ name: "GM2 gangliosidosis (type 1)", synonyms: ["Tay-Sachs disease"] })
]

const diseaseId = (key: string) =>
  Effect.flatMap(DiseasesRepo, (repo) =>
    Effect.flatMap(repo.named([key]), ([naming]) => Effect.fromNullable(naming?.diseaseId))
  )

const write = (title: string, content: string, fields: Partial<PostToAdd> = {}) =>
  Effect.map(newPost({ title, content: filtered(content), ...fields }), ({ id }) => id)

const aboutDisease = (key: string, title: string, content: string) =>
  Effect.flatMap(diseaseId(key), (id) => write(title, content, { diseaseId: Option.some(id) }))

/** Fills a community with a few discussions. */
const discussions = Effect.gen(function* () {
  const repo = yield* DiseasesRepo
  yield* repo.save(diseases)
  const marfan = yield* aboutDisease("marfan syndrome", "Lens surgery in spring", "Who had a lens taken out?")
  const neonatal = yield* aboutDisease("neonatal marfan syndrome", "A newborn", "In the first month at home")
  const vascular = yield* aboutDisease("vascular ehlers-danlos syndrome", "Bruises", "They come without a fall")
  const angelman = yield* aboutDisease("angelman syndrome", "Laughing", "My daughter laughs in her sleep")
  const tay = yield* aboutDisease("tay-sachs disease", "Genetic tests", "Which laboratory did you use?")
  const plain = yield* write("Travelling with oxygen", "Airlines asked for a letter before boarding")
  const dreams = yield* write("Nights", "Melatonin and dreams")
  yield* newComment(dreams, yield* newUser(), "Weighted blankets calmed us")
  return { marfan, neonatal, vascular, angelman, tay, plain, dreams }
})

const similarTo = (request: Partial<SimilarRequest>) =>
  Effect.flatMap(Similar, (similar) =>
    similar.to({ text: Option.none(), postId: Option.none(), limit: Option.none(), ...request })
  )

const like = (text: string, limit?: number) =>
  Effect.map(similarTo({ text: Option.some(text), limit: Option.fromNullable(limit) }), ({ data }) => data)

const idsLike = (text: string) => Effect.map(like(text), (data) => data.map(({ post }) => post.id))

const likePost = (id: PostId) => Effect.map(similarTo({ postId: Option.some(id) }), ({ data }) => data)

const community = Layer.provideMerge(Similar.layer, Memory.layer)

layer(community)("Similar.to for a text", (it) => {
  it.effect("finds posts about the disease that the text names by any name, and gives the reason", () =>
    Effect.gen(function* () {
      const { marfan, neonatal, tay, vascular } = yield* discussions

      const [first, ...others] = yield* like("We were told it is **arachnodactyly**; is surgery on a lens usual?")
      expect(others).toEqual([])
      expect(first?.post.id).toBe(marfan)
      expect(first?.reasons).toEqual(["about the same disease: Marfan syndrome", "both mention: surgery, lens"])
      expect(first?.score).toBeGreaterThan(0.6)

      for (const text of ["MFS", "Is it (MFS)?", "MFS's first signs", "Marfan\u2019s syndrome.", "marfan  SYNDROME!"]) {
        expect(yield* idsLike(text)).toEqual([marfan])
      }
      for (const text of ["vEDS", "maybe VEDS?", "vascular Ehlers\u2013Danlos syndrome"]) {
        expect(yield* idsLike(text)).toEqual([vascular])
      }
      expect(yield* idsLike("neonatal Marfan syndrome")).toEqual([neonatal])
      expect(yield* idsLike("MFS or neonatal Marfan syndrome")).toEqual([neonatal, marfan])
      expect(yield* idsLike("GM2 gangliosidosis (type 1)")).toEqual([tay])
    })
  )

  it.effect("reads an abbreviation as a disease only where the text writes it as one", () =>
    Effect.gen(function* () {
      for (const text of ["mfs", "as", "MFSX", "preMFS", "AS IT WAS", "veds"]) expect(yield* idsLike(text)).toEqual([])
      expect((yield* like("Is it AS?")).map(({ post }) => post.title)).toEqual(["Laughing"])
    })
  )

  it.effect("finds posts that share words with the text in any form, those of comments too", () =>
    Effect.gen(function* () {
      const [flight, ...others] = yield* like("Do airlines let one TRAVEL with an oxygen machine?")
      expect(others).toEqual([])
      expect(flight?.post.title).toBe("Travelling with oxygen")
      expect(flight?.reasons).toEqual(["both mention: airlines, TRAVEL, oxygen"])
      expect(flight?.score).toBeGreaterThan(0.7)
      expect((yield* like("a blanket"))[0]?.reasons).toEqual(["both mention: blanket"])
    })
  )

  it.effect("finds nothing where only stop words, links or chance words are shared", () =>
    Effect.gen(function* () {
      expect(yield* like("quantum chromodynamics")).toEqual([])
      expect(yield* like("What did you do with it, and who had the disease?")).toEqual([])
      expect(yield* like("!!! 🌿 ...")).toEqual([])
      expect(yield* like("https://example.org/oxygen/airlines")).toEqual([])
      const chance = Array.from({ length: 20 }, (_, index) => `unheard${index}of`).join(" ")
      expect(yield* like(`${chance} blankets`)).toEqual([])
    })
  )

  it.effect("orders by score and then the newer first, and gives ten posts unless a limit is given", () =>
    Effect.gen(function* () {
      const ids: Array<PostId> = []
      for (let index = 0; index < 60; index++) ids.push(yield* write("Zebrafish keepers", "models"))
      const best = yield* write("Zebrafish larvae", "keepers and models")
      const newest = ids.toReversed()
      const draft = "zebrafish larvae for keepers"
      expect(yield* idsLike(draft)).toEqual([best, ...newest.slice(0, 9)])
      expect((yield* like(draft, 3)).map(({ post }) => post.id)).toEqual([best, ...newest.slice(0, 2)])
      expect((yield* like(draft, 1_000)).length).toBe(50)
    })
  )
})

layer(community)("Similar.to for a post", (it) => {
  it.effect("leaves out the post itself, and counts no view of it", () =>
    Effect.gen(function* () {
      const posts = yield* PostsRepo
      const { marfan } = yield* discussions
      const other = yield* aboutDisease("marfan syndrome", "School sports", "What is allowed?")
      const named = yield* write("Another lens", "She has Marfan syndrome and needs a surgery")
      expect((yield* likePost(marfan)).map(({ post, reasons }) => [post.id, reasons])).toEqual([
        [named, ["names the same disease: Marfan syndrome", "both mention: Lens, surgery"]],
        [other, ["about the same disease: Marfan syndrome"]]
      ])
      expect((yield* likePost(named)).map(({ post }) => post.id)).toEqual([marfan, other])
      expect((yield* posts.get(marfan, Option.none())).viewCount).toBe(0)
    })
  )

  it.effect("compares with the post where a text is given too", () =>
    Effect.gen(function* () {
      const id = yield* write("Feeding tubes", "Fed by a pump")
      const other = yield* write("Tubes for feeding", "Which size?")
      const { data } = yield* similarTo({ text: Option.some("oxygen"), postId: Option.some(id) })
      expect(data.map(({ post }) => post.id)).toEqual([other])
    })
  )
})

/** A family of diseases: one with two subtypes, of which one has a subtype. */
const family = Effect.gen(function* () {
  const repo = yield* DiseasesRepo
  const connective = newDisease({ name: "Connective tissue disorder" })
  const marfan = newDisease({ name: "Marfan syndrome", abbreviations: ["MFS"], parents: [connective.key] })
  const loeys = newDisease({ name: "Loeys-Dietz syndrome", parents: [connective.key] })
  const neonatal = newDisease({ name: "Neonatal Marfan syndrome", parents: [marfan.key] })
  yield* repo.save([
    connective,
    marfan,
    loeys,
    neonatal,
    newDisease({ name: "Achromatopsia", abbreviations: ["ACHM"] })
  ])
  return {
    connective: yield* aboutDisease("connective tissue disorder", "Clinics", "Where are they?"),
    marfan: yield* aboutDisease("marfan syndrome", "Braces", "Who wears one?"),
    loeys: yield* aboutDisease("loeys-dietz syndrome", "Aorta", "How wide was the aorta before surgery?"),
    neonatal: yield* aboutDisease("neonatal marfan syndrome", "Newborn", "At home at last"),
    other: yield* aboutDisease("achromatopsia", "Glasses", "Red or brown?")
  }
})

layer(community)("Similar.to for a related disease", (it) => {
  it.effect("scores posts the lower the further the disease is related, and names the relation", () =>
    Effect.gen(function* () {
      const { connective, loeys, marfan, neonatal } = yield* family
      const found = yield* like("MFS: how wide is too wide for the aorta?")
      expect(found.map(({ post, reasons }) => [post.id, reasons[0]])).toEqual([
        [loeys, "about another of the kind that Marfan syndrome is: Loeys-Dietz syndrome"],
        [marfan, "about the same disease: Marfan syndrome"],
        [neonatal, "about a subtype of Marfan syndrome: Neonatal Marfan syndrome"],
        [connective, "about what Marfan syndrome is a subtype of: Connective tissue disorder"]
      ])
      expect(yield* idsLike("Who knows Marfan syndrome?")).toEqual([marfan, neonatal, connective])
    })
  )
})

layer(community)("Similar.to for a post without a disease", (it) => {
  it.effect("finds it by any name of the disease in its text, in any spelling", () =>
    Effect.gen(function* () {
      yield* (yield* DiseasesRepo).save([
        newDisease({ name: "Marfan syndrome", synonyms: ["马凡综合征"], abbreviations: ["MFS"] }),
        newDisease({ name: "Achondroplasia", abbreviations: ["ACH"] })
      ])
      const english = yield* write("Hello", "Our son has Marfan\u2019s syndrome")
      const chinese = yield* write("你好", "我的女儿患有马凡综合征，今年三岁")
      const short = yield* write("Hi", "Twins with MFS")
      yield* write("Jaws", "They ache")
      for (const text of [
        "MFS",
        "Marfan syndrome",
        "她患有马凡综合征",
        "He was diagnosed with Marfan.",
        "Marfan's at school"
      ]) {
        expect((yield* idsLike(text)).toSorted((one, other) => one - other)).toEqual([english, chinese, short])
      }
      expect((yield* like("MFS"))[0]?.reasons).toEqual(["names the same disease: Marfan syndrome"])
      expect(yield* idsLike("Achondroplasia")).toEqual([])
      expect((yield* like("We saw Dr. Marfan about it")).map(({ reasons }) => reasons)).toEqual([
        ["both mention: Marfan"]
      ])
    })
  )
})

layer(community)("Similar.to for a nearly equal draft", (it) => {
  it.effect("gives the earlier post first, with a score of 0.8 or more and the reason", () =>
    Effect.gen(function* () {
      yield* discussions
      const text =
        "Our left-handed girl hates her new splint; it rubs the wrist sore at night. Which padding helped yours?"
      const id = yield* write("Splint rubs at night", text)
      yield* write("Splints", "A wrist was sore")
      const draft = "Hello all! Our girl hates her splint, it rubs her wrist sore every night. Which padding did help?"
      const [first, second] = yield* like(draft)
      expect(first?.post.id).toBe(id)
      expect(first?.score).toBeGreaterThanOrEqual(0.8)
      expect(first?.reasons[0]).toBe("says nearly the same")
      expect(second?.score).toBeLessThan(0.6)
      const twin = yield* write("Splint rubs at night", text)
      expect((yield* likePost(twin))[0]).toMatchObject({ post: { id }, score: 1 })
    })
  )

  it.effect("finds the earlier post in other forms and spellings of its words", () =>
    Effect.gen(function* () {
      const id = yield* write("Contact lens or lenses", "Haemorrhage was the diagnosis; her tumour and her foot hurt")
      for (const text of ["a lens", "lenses", "hemorrhages", "It was diagnosed", "two tumors", "both feet"]) {
        expect(yield* idsLike(text)).toContain(id)
      }
    })
  )
})

layer(community)("Similar.to", (it) => {
  it.effect("fails with NothingToCompare without a text and a post", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(similarTo({}))).toEqual(new NothingToCompare())
    })
  )

  it.effect("fails with PostNotFound for an unknown post", () =>
    Effect.gen(function* () {
      const id = PostId.make(2_000_000_000)
      expect(yield* Effect.flip(similarTo({ postId: Option.some(id) }))).toEqual(new PostNotFound({ id }))
    })
  )

  it.effect("reads the operators of searches in a text as plain words", () =>
    Effect.gen(function* () {
      yield* discussions
      for (const text of ["'; drop table posts; --", "' | 'a':*", "\\", "{}[]()", "__proto__ constructor", '"%_"']) {
        expect(yield* like(text)).toEqual([])
      }
      expect(yield* idsLike("word ".repeat(4_000))).toEqual([])
    })
  )
})
