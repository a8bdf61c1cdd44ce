import { layer } from "@effect/vitest"
import { assertTrue } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { unique } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { answer, joinAdmin, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { connectAs } from "./Clients.ts"

/** The lines outside of fences, and those inside. */
const parted = (text: string) => ({
  outside: text.replace(/^(`{3,})untrusted\n[\s\S]*?\n\1$/gm, ""),
  inside: Array.from(text.matchAll(/^(`{3,})untrusted\n([\s\S]*?)\n\1$/gm), ([, , inside]) => inside).join("\n")
})

layer(community(Memory.layer), { excludeTestServices: true })("Texts for agents", (it) => {
  it.scoped("tell in each list and thread who is a verified expert, who only says so, and what an agent wrote", () =>
    Effect.gen(function* () {
      const [maria, lind, admin] = [yield* join(), yield* join("expert"), yield* joinAdmin]
      const { key } = yield* lind.client.auth.createApiKey({ payload: { name: "agent", agent: true } })
      const word = unique()
      const own = yield* publish(maria)
      const post = yield* publish(lind, { title: word })
      yield* answer(lind, own.id)
      yield* send("POST", `/api/posts/${own.id}/comments`, { as: key, body: { content: "By a program" } })
      const agent = yield* connectAs("streamable", maria)
      const texts = Effect.forEach(
        [
          ["list_posts", { authorId: lind.user.id }],
          ["search_community", { query: word }],
          ["find_similar_discussions", { text: word }],
          ["get_post", { postId: post.id }],
          ["get_post", { postId: own.id }],
          ["get_notifications", {}]
        ] as const,
        ([name, args]) => Effect.map(agent.call(name, args), ({ text }) => ({ name, ...parted(text) }))
      )
      for (const { name, outside } of yield* texts)
        assertTrue(outside.includes("expert (unverified)"), `${name}: ${outside}`)
      const written = (yield* texts).filter(({ outside }) => /expert \(unverified\), agent/.test(outside))
      assertTrue(written.map(({ name }) => name).join() === "get_post,get_notifications")
      const path = `/api/users/${lind.user.id}/verification`
      yield* send("PUT", path, { as: admin.token, body: { as: "cardiologist, Charité" } })
      for (const { inside, name, outside } of yield* texts) {
        const byPeople = outside.replaceAll("expert (unverified), agent", "")
        assertTrue(byPeople.includes("expert (verified)") && !byPeople.includes("unverified"), `${name}: ${outside}`)
        assertTrue(
          !outside.includes("cardiologist") && inside.includes("(verified: cardiologist, Charité)"),
          `${name}: ${inside}`
        )
      }
    })
  )

  it.scoped("name no role of members without one, and no human", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const post = yield* publish(maria)
      const agent = yield* connectAs("legacy", maria)
      const { text } = yield* agent.call("get_post", { postId: post.id })
      assertTrue(!/verified|agent|human/.test(parted(text).outside), text)
    })
  )
})
