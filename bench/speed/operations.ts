import type { Request } from "../driver/Connection.ts"
import type { Random } from "../driver/Random.ts"
import type { World } from "../seed/Community.ts"
import { wordsOf } from "../seed/Words.ts"

/** Something that a server is asked again and again. */
export interface Operation {
  readonly title: string
  /** The promised ratio of ours to the peer. */
  readonly target: string
  /** Sixteen where not said: fewer where each request keeps a processor busy for long. */
  readonly connections?: number
  readonly request: (world: World, random: Random) => Request
}

const get = (path: string, token?: string): Request =>
  token === undefined ? { method: "GET", path } : { method: "GET", path, token }

const query = (path: string, parameters: Readonly<Record<string, string>>) =>
  get(`${path}?${new URLSearchParams(parameters)}`)

const anyPost = ({ posts }: World, random: Random) => random.upTo(posts)

const list = () => get("/api/posts")

const memberList = ({ members }: World, random: Random) => get("/api/posts", random.pick(members).token)

/** The last page of the category's where there are fewer. */
const filtered = ({ posts }: World) => {
  const page = String(Math.min(500, Math.max(1, Math.floor(posts / 4 / 20))))
  return query("/api/posts", { category: "question", sort: "views", page })
}

const deep = ({ posts }: World) => query("/api/posts", { page: String(Math.min(500, Math.floor(posts / 20))) })

const detail = (world: World, random: Random) => get(`/api/posts/${anyPost(world, random)}`)

const memberDetail = (world: World, random: Random) =>
  get(`/api/posts/${anyPost(world, random)}`, random.pick(world.members).token)

/** One or two words of a title that the first pages of the list show. */
const words = ({ titles }: World, random: Random) => {
  const some = random.shuffled(random.pick(titles).toLowerCase().split(" "))
  return query("/api/posts", { search: some.slice(0, random.upTo(2)).join(" ") })
}

/** The beginning of a name, as somebody types it. */
const diseases = ({ diseases }: World, random: Random) => {
  const name = random.pick(diseases)
  return query("/api/diseases", { search: name.slice(0, 5 + random.upTo(Math.max(1, name.length - 5))) })
}

const stats = () => get("/api/stats")

const notifications = ({ members }: World, random: Random) => get("/api/notifications", random.pick(members).token)

const user = ({ members, users }: World, random: Random) =>
  get(`/api/users/${random.upTo(users)}`, random.pick(members).token)

const profile = ({ members }: World, random: Random) => {
  const { id, token } = random.pick(members)
  return get(`/api/users/${id}`, token)
}

const createPost = ({ members, seed }: World, random: Random): Request => ({
  method: "POST",
  path: "/api/posts",
  token: random.pick(members).token,
  body: { title: wordsOf(seed).title(random), content: wordsOf(seed).markdown(random, 1_150), category: "topic" }
})

const createComment = (world: World, random: Random): Request => ({
  method: "POST",
  path: `/api/posts/${anyPost(world, random)}/comments`,
  token: random.pick(world.members).token,
  body: { content: wordsOf(world.seed).reply(random) }
})

const like = (world: World, random: Random): Request => ({
  method: "POST",
  path: `/api/posts/${anyPost(world, random)}/like`,
  token: random.pick(world.members).token
})

/** The kinds of a hundred requests: 95 read, 5 write. */
const mixture: ReadonlyArray<readonly [share: number, request: Operation["request"]]> = [
  [35, list],
  [35, detail],
  [5, filtered],
  [5, words],
  [5, diseases],
  [5, notifications],
  [3, user],
  [2, stats],
  [2, createComment],
  [2, like],
  [1, createPost]
]

const mixed = (world: World, random: Random): Request => {
  let left = random.next() * 100
  for (const [share, request] of mixture) {
    left -= share
    if (left < 0) return request(world, random)
  }
  return list()
}

/**
 * By the name that `npm run bench -- NAME` takes. Reads come first: views and writes change the cost of the peer's counts.
 */
export const operations: Readonly<Record<string, Operation>> = {
  list: { title: "list page 1", target: "CPU <= 0.1", request: list },
  "member-list": { title: "list page 1, signed in", target: "as list", request: memberList },
  filtered: { title: "list filtered, sort=views, page 500", target: "CPU <= 0.02", connections: 4, request: filtered },
  deep: { title: "list page 500", target: "as filtered", connections: 4, request: deep },
  search: {
    title: "search, commonest word",
    target: "p50 <= 0.2",
    connections: 4,
    request: ({ seed }) => query("/api/posts", { search: wordsOf(seed).vocabulary[0] ?? "" })
  },
  words: { title: "search, one or two words", target: "CPU <= 0.5, p50 <= 0.5", connections: 4, request: words },
  diseases: { title: "search of diseases", target: "p99 <= 1", request: diseases },
  stats: { title: "stats", target: "CPU <= 0.01", connections: 4, request: stats },
  notifications: { title: "notifications", target: "p99 <= 1", request: notifications },
  authenticated: { title: "authenticated read (users/:id)", target: "CPU <= 1.0", request: user },
  profile: { title: "own profile, signed in", target: "CPU <= 1.0", request: profile },
  detail: { title: "detail at random", target: "CPU <= 0.6", request: detail },
  "member-detail": { title: "detail at random, signed in", target: "as detail", request: memberDetail },
  hot: {
    title: "one hot detail",
    target: "throughput >= 8, p99 <= 0.2",
    request: ({ posts }) => get(`/api/posts/${Math.ceil(posts / 2)}`)
  },
  "create-post": { title: "create post (1.2 kB)", target: "CPU <= 0.7", request: createPost },
  "create-comment": { title: "create comment", target: "CPU <= 0.7", request: createComment },
  like: { title: "like", target: "CPU <= 0.7", request: like },
  mixed: { title: "mixed 95/5", target: "CPU <= 0.1", request: mixed }
}
