import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { diseasesNamed } from "@rare-disease-community/names/texts/DiseaseNaming"
import { nameCandidates } from "@rare-disease-community/names/texts/NameCandidates"
import { DateTime, Effect, Option, Schema } from "effect"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { StarterDiseases } from "../../../src/ports/ContentFiles.ts"
import { DiseasesRepo, type DiseaseToSave } from "../../../src/ports/diseases/DiseasesRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { unimported } from "../../../src/services/diseases/StarterContent.ts"

const Discussions = Schema.Struct({
  threads: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      disease: Schema.String,
      filed: Schema.Boolean,
      title: Schema.String,
      content: Schema.String
    })
  ),
  duplicates: Schema.Array(Schema.Struct({ of: Schema.Int, text: Schema.String })),
  related: Schema.Array(Schema.Struct({ disease: Schema.String, text: Schema.String })),
  unrelated: Schema.Array(Schema.String)
})

const read = <A, I>(file: string, schema: Schema.Schema<A, I>): A =>
  Schema.decodeUnknownSync(schema)(JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")))

export const { duplicates, related, threads, unrelated } = read("./discussions.json", Discussions)
const { diseases } = read("../../../content/diseases.json", StarterDiseases)

/** The diseases that ship with the server at its first start. */
export const starterDiseases: ReadonlyArray<DiseaseToSave> = diseases.map((disease) => ({
  ...disease,
  ...unimported,
  sources: []
}))

/** The whole catalogue that ships. */
export const catalogue = (): ReadonlyArray<DiseaseToSave> => {
  const [, ...lines] = gunzipSync(readFileSync(new URL("../../../content/catalogue.ndjson.gz", import.meta.url)))
    .toString("utf8")
    .trim()
    .split("\n")
  return lines.map((line) => ({ ...JSON.parse(line), sources: [] }))
}

/** The threads as posts of a community that has some diseases. */
export const community = Effect.fnUntraced(function* (saved: ReadonlyArray<DiseaseToSave>) {
  const [diseasesRepo, posts, users] = [yield* DiseasesRepo, yield* PostsRepo, yield* UsersRepo]
  yield* diseasesRepo.save(saved)
  const createdAt = DateTime.unsafeMake("2026-01-01")
  const authorId = yield* users.add({
    username: "author",
    usernameKey: "author",
    email: "author@example.org",
    emailKey: "author@example.org",
    passwordHash: "hash",
    role: "user",
    bio: Option.none(),
    createdAt
  })
  const keys = new Map(diseases.map(({ key, name }) => [key, name]))
  const idOf = (key: string) => Effect.map(nameOf(keys.get(key) ?? ""), ([id]) => Option.fromNullable(id))
  const nameOf = (name: string) =>
    Effect.gen(function* () {
      const candidates = nameCandidates(name)
      const names = yield* diseasesRepo.named(candidates.flatMap(({ keys }) => keys))
      return diseasesNamed(name, candidates, names)
    })
  const written = yield* Effect.forEach(threads, ({ content, disease, filed, id, title }) =>
    Effect.gen(function* () {
      const diseaseId = yield* idOf(disease)
      const excerpt = Array.from(content).slice(0, 280).join("")
      const { results } = yield* posts.addAll([
        {
          authorId,
          authorKind: "human",
          title,
          content: { content, html: `<p>${content}</p>`, excerpt, text: content, mentions: [] },
          language: "en",
          category: "question",
          diseaseId: filed ? diseaseId : Option.none(),
          createdAt
        }
      ])
      const { id: postId } = yield* results[0] ?? Effect.dieMessage("no post was added")
      return { id, postId, diseaseId: filed ? diseaseId : Option.none(), title, text: `${title} ${content}` }
    })
  )
  return { written, nameOf }
})
