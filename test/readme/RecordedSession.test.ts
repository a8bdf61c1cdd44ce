import { readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { community } from "../support/Community.ts"
import { answer } from "../support/Given.ts"
import { join } from "../support/Members.ts"
import { connectAs } from "../transport/mcp/Clients.ts"

const page = readFileSync(new URL("../../docs/agents.md", import.meta.url), "utf8")

const [, session = ""] = /## A recorded session.*?````text\n(.*?)````/s.exec(page) ?? []

/** The calls of the session with the texts that they gave. */
const calls = session.split(/^> /m).flatMap((part) => {
  const [, tool = "", json = "", text = ""] = /^(\w+) (\{.*?\})\n\n(.*?)\n*$/s.exec(part) ?? []
  return tool === "" ? [] : [{ tool, sent: JSON.parse(json), text }]
})

/** The time of the recording and of this run are one. */
const withoutTimes = (text: string) => text.replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z/g, "TIME")

const memberNamed = (username: string, role: "user" | "expert" = "user") =>
  Effect.tap(join(role), ({ client, user }) => client.users.update({ path: { id: user.id }, payload: { username } }))

layer(community(Memory.layer), { excludeTestServices: true })("The recorded session of docs/agents.md", (it) => {
  it.scoped("shows the answers of a new community today, call by call", () =>
    Effect.gen(function* () {
      const maria = yield* memberNamed("maria_zebra")
      const lind = yield* memberNamed("dr_lind", "expert")
      const agent = yield* connectAs("streamable", yield* memberNamed("sams_agent"))
      const payload = {
        title: "How did you find a specialist?",
        content:
          "We waited **six years** for a name: Marfan syndrome. Now we look for somebody who has seen more than one " +
          "patient. What helped you?",
        category: "question" as const,
        diseaseId: 100
      }
      const { id } = yield* maria.client.posts.create({ payload })
      yield* answer(
        lind,
        id,
        "The reference network of our country answered in a week. Ask your GP for a referral to the aortic clinic, too."
      )
      assertTrue(calls.length >= 5, "the session is found on the page")
      for (const { sent, text, tool } of calls) {
        const told = yield* agent.call(tool, sent)
        strictEqual(withoutTimes(told.text.trimEnd()), withoutTimes(text), `${tool} ${JSON.stringify(sent)}`)
      }
    })
  )
})
