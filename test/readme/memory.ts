import { Effect, Layer, Option, Schema } from "effect"
import * as Community from "rare-disease-community/memory"

const member = Effect.gen(function* () {
  const registration = yield* Schema.decode(Community.Registration)({
    username: "maria_zebra",
    email: "maria@example.org",
    password: "correct horse battery staple"
  })
  const { token } = yield* Effect.flatMap(Community.Accounts, (accounts) => accounts.register(registration))
  return yield* Effect.flatMap(Community.Credentials, (credentials) => credentials.userOf(token))
}).pipe(
  Effect.provideService(Community.Viewer, Option.none()),
  Effect.provideService(Community.ClientAddress, "127.0.0.1")
)

/** Your code: it publishes a post, and reports the news if there is any. */
const program = Effect.gen(function* () {
  const [posts, news] = [yield* Community.Posts, yield* Community.News]
  const user = yield* member
  yield* posts
    .create({ title: "Hello", content: "**Who** else?", category: "topic", diseaseId: Option.none() })
    .pipe(Effect.provideService(Community.CurrentUser, user))
  const written = yield* posts.list({ authorId: user.id })
  const told = yield* news.list({}).pipe(
    Effect.map(({ pagination }) => `${pagination.total} news`),
    Effect.catchTag("Unavailable", () => Effect.succeed("the news is away"))
  )
  return [written.data.map(({ excerpt }) => excerpt).join(), told]
})

const NewsAway = Layer.mock(Community.NewsRepo, { page: () => new Community.Unavailable() })

const run = Effect.all([
  Effect.provide(program, Community.layer),
  Effect.provide(program, Community.layerWith(NewsAway))
])

Effect.runPromise(run).then((found) => console.log(JSON.stringify(found)))
