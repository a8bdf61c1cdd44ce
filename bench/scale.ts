import { parseArgs } from "node:util"
import { template } from "./Database.ts"
import { say } from "./driver/Report.ts"

const { values } = parseArgs({
  options: {
    posts: { type: "string", default: "1000000" },
    comments: { type: "string", default: "1" },
    words: { type: "string" },
    members: { type: "string" },
    seed: { type: "string", default: "1" }
  }
})

const size = {
  posts: Number(values.posts),
  comments: Number(values.comments),
  seed: Number(values.seed),
  ...(values.words === undefined ? {} : { words: Number(values.words) }),
  ...(values.members === undefined ? {} : { members: Number(values.members) })
}

say(await template(size))
