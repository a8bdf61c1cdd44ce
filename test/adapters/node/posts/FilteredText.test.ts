import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { filteredText } from "../../../../src/adapters/node/posts/FilteredText.ts"

const site = "https://rare.example"
const mentionsIn = (source: string) => Either.getOrThrow(filteredText(source, site)).mentions

describe("The mentions of filteredText", () => {
  it("are the members of relative links, of links with the site's origin, and of references, in their order", () => {
    const links = [
      "[@Petra](/members/12)",
      "[Jo](https://rare.example/members/3)",
      "<https://rare.example/members/4>",
      "https://rare.example/members/5",
      "[Ann][a]",
      "[b]",
      "**[Eve](/members/8 'a title')**",
      "[Ida](/members/9/?page=2#posts)",
      "[Max](../members/10)"
    ]
    const text = `${links.join(", ")}\n\n[a]: /members/6\n[b]: /members/7\n[a]: /members/99`
    expect(mentionsIn(text)).toEqual([12, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it("are none in code, images, words, definitions alone, removed parts, and links to other places", () => {
    const others = [
      "`[@Petra](/members/1)`",
      "    [@Petra](/members/1)\n",
      "```\n[@Petra](/members/1)\n```",
      "![@Petra](/members/1)",
      "\\[@Petra](/members/1)",
      "@Petra /members/1",
      "[a]: /members/1",
      '<a href="/members/1">Petra</a>',
      "[@Petra](https://other.example/members/1)",
      "[@Petra](http://rare.example/members/1)",
      "[@Petra](https://rare.example:444/members/1)",
      "[@Petra](members/1)",
      "[@Petra](/members/1/block)",
      "[@Petra](/x/members/1)",
      "[@Petra](/members/01)",
      "[@Petra](/members/0)",
      "[@Petra](/members/-1)",
      "[@Petra](/members/2147483648)",
      "[@Petra](/members/99999999999)",
      "[@Petra](/posts/1)",
      "[@Petra](http://[/members/1)"
    ]
    for (const text of others) expect([text, mentionsIn(`Words\n\n${text}\n\nwords`)]).toEqual([text, []])
  })

  it("are each member once, the first ten, with the greatest id", () => {
    const to = (id: number) => `[m](/members/${id})`
    expect(mentionsIn([2147483647, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(to).join(" "))).toEqual([
      2147483647, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ])
  })

  it("are none without a site", () => {
    expect(Either.getOrThrow(filteredText("[@Petra](/members/1)", "")).mentions).toEqual([])
  })
})
