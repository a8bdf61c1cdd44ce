import { assertTrue } from "@effect/vitest/utils"
import { Effect } from "effect"
import type { CommentId, PostId } from "../../../../src/domain/Ids.ts"
import { NewsRepo } from "../../../../src/ports/news/NewsRepo.ts"
import { ContentFilter } from "../../../../src/services/posts/ContentFilter.ts"
import { newItem } from "../../../contracts/news/newNews.ts"
import { answer, joinAdmin, joinModerator, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at } from "../../../support/Wire.ts"
import { appeal, decide, report } from "../../http/moderation/Given.ts"

/** Markup that would change a page where a text became a part of it. */
const markup = [
  "<table><form action=/members/3/role method=post><input name=role value=admin><button>",
  "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<input checked onfocus=x autofocus>",
  "<h1><script src=/x></script>",
  "'><img src=x onerror=x>",
  "</div></main><iframe src=//evil.example>",
  "<table tabindex=0 style=x><base href=//evil.example>"
]

/** Every part of Markdown that becomes an attribute or its neighbour. */
const placed = (part: string): ReadonlyArray<string> => [
  `[x](http://a.example "${part}")`,
  `[x](http://a.example (${part.replace(/[()]/g, "")}" onclick="x))`,
  `[x](<http://a.example/?${part.replace(/[<>]/g, "\\$&")}>)`,
  `![${part}](http://a.example/i.png "${part}")`,
  `\`\`\`${part.replaceAll(" ", "/")}" x="\ncode\n\`\`\``,
  `A note[^${part.replaceAll(" ", "")}].\n\n[^${part.replaceAll(" ", "")}]: ${part}`,
  `[${part}]\n\n[${part}]: http://a.example "${part}"`,
  `| [x](http://a.example "${part}") | ${part} |\n|---|:-:|\n| ${part} | ![${part}](http://a.example) |`,
  `<http://a.example/${part.replace(/[<> ]/g, "")}>`,
  `http://a.example/${part}`,
  `# [x](http://a.example "${part}") ${part}`,
  `- [x] [x](http://a.example "${part}")\n- [ ] ${part}`
]

export interface MembersTexts {
  /** Names and titles of one line. */
  readonly line: string
  readonly username: string
  readonly contents: ReadonlyArray<string>
}

export const hostileTexts: MembersTexts = {
  line: `Zebra ${markup[0]} "><h1 onclick=x> ${markup[1]}`,
  username: "zebra\"onfocus='x'autofocus&lt;",
  contents: markup.flatMap(placed)
}

/** As many texts as the hostile ones, of which each has the form of an honest one. */
export const honestTexts: MembersTexts = {
  line: "Zebra words",
  username: "zebra",
  contents: hostileTexts.contents.map((_, index) => `Zebra words, number ${index}.`)
}

/** What was written; a refusal would leave the pages without the text. */
const accepted = <E, R>(sent: Effect.Effect<{ readonly status: number; readonly body: unknown }, E, R>) =>
  Effect.tap(sent, ({ body, status }) => assertTrue(status < 300, JSON.stringify(body)))

/** Members who have put these texts wherever a member can, and the pages that show them, each with its reader. */
export const written = ({ contents, line, username }: MembersTexts) =>
  Effect.gen(function* () {
    const [author, reader, moderator, admin] = [yield* join(), yield* join(), yield* joinModerator, yield* joinAdmin]
    const filter = yield* ContentFilter
    const news = yield* NewsRepo
    const bio = contents
      .filter((text) => text.length < 200)
      .slice(0, 9)
      .join("\n\n")
    yield* accepted(
      send("PATCH", "/api/users/me", { as: author.token, body: { username: `${username}${author.user.id}`, bio } })
    )
    const posts: Array<PostId> = []
    for (const [index, text] of contents.entries()) {
      if (index % 12 === 0)
        posts.push((yield* publish(author, { title: `${line} ${index}`, content: `Zebra\n\n${text}` })).id)
    }
    const [first, second] = posts as [PostId, PostId]
    const comments: Array<CommentId> = []
    for (const text of contents) comments.push((yield* answer(author, first, `Zebra ${text}`)).id)
    const [of] = comments as [CommentId]
    yield* accepted(report(reader.token, { type: "post", id: first }, "spam", contents[0]))
    yield* accepted(report(reader.token, { type: "comment", id: of }, "spam", line))
    yield* accepted(
      send("PUT", `/api/users/${author.user.id}/verification`, { as: admin.token, body: { as: line.slice(0, 100) } })
    )
    yield* accepted(send("POST", "/api/auth/apikeys", { as: author.token, body: { name: line.slice(0, 100) } }))
    yield* accepted(send("PUT", `/api/posts/${first}/follow`, { as: reader.token }))
    yield* accepted(send("PUT", `/api/users/${author.user.id}/block`, { as: moderator.token }))
    const texts = { rule: line.slice(0, 100), reason: contents[0] }
    const decided = yield* accepted(decide(admin.token, { type: "post", id: second }, "hide", texts))
    const decision = Number(at(decided.body, "id"))
    yield* accepted(appeal(author.token, decision, contents[0]))
    const content = yield* filter.content(contents.join("\n\n"), Effect.succeed([]))
    yield* news.save([newItem({ title: line, summary: line, source: line, content })])
    const found = yield* send("GET", "/api/news?limit=1")
    const item = Number(at(found.body, "data", 0, "id"))
    const member = `/members/${author.user.id}`
    const pages = {
      anyone: ["/", "/posts", "/posts?search=zebra", `/posts/${first}`, "/news", "/news?search=zebra", `/news/${item}`],
      author: [
        `/posts/${first}`,
        `/posts/${first}/edit`,
        "/settings/profile",
        "/settings/keys",
        "/notifications",
        "/decisions",
        `/decisions/${decision}`,
        `/posts/${second}`
      ],
      reader: ["/members", member, "/reports", "/settings/notifications", `/report?type=post&id=${first}`],
      moderator: [
        "/moderation",
        `/moderation?type=post&id=${first}`,
        `/moderation?type=comment&id=${of}`,
        "/decisions",
        `/decisions/${decision}`,
        "/settings/blocks",
        `/posts/${first}`
      ],
      admin: [
        "/admin",
        "/admin/audit",
        "/admin/news",
        `/admin?member=${author.user.id}`,
        member,
        "/members?search=zebra"
      ]
    }
    return {
      readers: { author, reader, moderator, admin },
      pages,
      first,
      feeds: [`/feeds/posts/${first}.xml`]
    }
  })
