import { Random } from "../driver/Random.ts"
import { say } from "../driver/Report.ts"
import { Words } from "../seed/Words.ts"

/** The community that the worst requests are sent to. */
export const size = { posts: 1_000, longPosts: 30, comments: 3_000, longComments: 150, unspaced: 100 } as const

/** In each post, and so the word whose search finds most. */
export const commonWord = "together"

const texts = new Words(1)
const random = new Random(1)

/** The Markdown that becomes the most HTML: a few characters make an element. */
const dense = (characters: number): string => "*a* `b` [c](//d) ".repeat(characters).slice(0, characters).trimEnd()

const prose = (characters: number): string => {
  let text = commonWord
  while (text.length < characters) text += ` ${texts.words(random, 20)}`
  return text.slice(0, characters).trimEnd()
}

/** Words of languages without spaces, in posts as long as one may be. */
export const unspacedWords = {
  Japanese: "てんかん発作と小頭症はありません、私の娘は三歳で歩くことができません。",
  Chinese: "我的女儿患有马凡综合征，今年三岁，她不能走路，我们去了很多医院。",
  Thai: "ลูกสาวของฉันอายุสามขวบและไม่สามารถเดินได้เธอมีอาการชักตั้งแต่อายุหนึ่งปี"
} as const

const caller = (url: string, token: string) => async (path: string, body: unknown) => {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Sends requests, eight at a time. */
const sendAll = async (count: number, send: (number: number) => Promise<unknown>) => {
  let next = 0
  const lane = async () => {
    while (next < count) await send(next++)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

const member = { username: "bench", email: "bench@example.org", password: "a long password" }

const signedIn = async (url: string): Promise<string> => {
  const send = (path: string) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(member)
    })
  const registered = await send("/api/auth/register")
  const { token } = await (registered.ok ? registered : await send("/api/auth/login")).json()
  return token
}

const totalOf = async (url: string, path: string): Promise<number> => {
  const answer = await fetch(`${url}${path}`)
  return (await answer.json()).pagination.total
}

/** The session of a member, as a browser has it. */
const cookieOf = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(member).toString()
  })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ")
}

/** The ids of a long thread and of the post with the most HTML, and what a member sends to be known. */
export interface Community {
  readonly thread: number
  readonly longest: number
  readonly token: string
  readonly cookie: string
}

/**
 * Fills an empty community: posts of prose, some as long as a post may be, and in the first of them a long thread, which ends
 * with comments as long as one may be; and long posts without spaces.
 */
export const fill = async (url: string): Promise<Community> => {
  const token = await signedIn(url)
  const community = { thread: 1, longest: 2, token, cookie: await cookieOf(url) }
  const { thread } = community
  const known = await totalOf(url, "/api/posts?limit=1")
  const send = caller(url, token)
  const post = (content: string, number: number) =>
    send("/api/posts", { title: texts.title(random), content, diseaseId: number + 1 })
  if (known < size.posts) {
    await post(dense(20_000), 0)
    await post(dense(20_000), 1)
    await sendAll(size.longPosts, (number) => post(prose(20_000), number))
    await sendAll(size.posts - size.longPosts, (number) => post(prose(1_000), number))
    const comment = (content: string) => send(`/api/posts/${thread}/comments`, { content })
    await sendAll(size.comments - size.longComments, () => comment(prose(300)))
    await sendAll(size.longComments, (number) => comment(number % 2 === 0 ? dense(5_000) : prose(5_000)))
    say(`filled: ${size.posts} posts, ${size.comments} comments in one thread`)
  }
  for (const words of Object.values(unspacedWords)) {
    const stored = await totalOf(url, `/api/posts?limit=1&search=${encodeURIComponent(words.slice(0, 8))}`)
    if (stored < size.unspaced)
      await sendAll(size.unspaced - stored, (number) => post(`${number} ${words.repeat(600).slice(0, 19_900)}`, number))
  }
  return community
}
