import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { filterMarkdown } from "../src/FilterMarkdown.ts"
import { activeContent } from "./activeContent.ts"
import { benignMarkdown } from "./benignMarkdown.ts"
import { hostileMarkdown } from "./hostileMarkdown.ts"
import { renderers } from "./renderers.ts"

const filtered = (source: string) => Either.getOrThrow(filterMarkdown(source))
const contentOf = (source: string) => filtered(source).content

const scotland = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"
const references = (text: string) => Array.from(text, (one) => `&#x${one.codePointAt(0)?.toString(16)};`).join("")

const runsIn = (content: string) =>
  Object.entries(renderers).flatMap(([name, render]) =>
    activeContent(render(content)).map((what) => `${name}: ${what}`)
  )

describe("filterMarkdown", () => {
  it.prop(
    "keeps every byte of honest Markdown",
    { source: benignMarkdown },
    ({ source }) => {
      expect(contentOf(source)).toBe(source)
    },
    { fastCheck: { numRuns: 300 } }
  )

  it.prop(
    "changes nothing in a text that it has filtered, however hostile",
    { source: hostileMarkdown },
    ({ source }) => {
      const once = filterMarkdown(source)
      if (Either.isRight(once)) expect(filtered(once.right.content)).toEqual(once.right)
    },
    { fastCheck: { numRuns: 1_500 } }
  )

  it.prop(
    "leaves no active content in its HTML, nor in that of renderers that trust its Markdown",
    { source: hostileMarkdown },
    ({ source }) => {
      const once = filterMarkdown(source)
      if (Either.isLeft(once)) return
      expect(activeContent(once.right.html)).toEqual([])
      expect(runsIn(once.right.content)).toEqual([])
    },
    { fastCheck: { numRuns: 1_000 } }
  )

  it("leaves no address of a script where only this parser sees a fence", () => {
    expect(runsIn(contentOf("[^1]: ~~~~<javascript:x>b c<script>"))).toEqual([])
  })

  it.each([
    ["inline tags, and keeps the words between them", "Hello <b>bold</b> and <i>more</i>.", "Hello bold and more."],
    ["the tags of a block of HTML", "before\n\n<div>\nx\n</div>\n\nafter", "before\n\n\nx\n\n\nafter"],
    ["scripts", "a\n\n<script>alert(1)</script>\n\nb", "a\n\n\n\nb"],
    ["comments and declarations", "a <!-- b --> c <?php d ?> e <!X f> g", "a  c  e  g"],
    ["tags that a removal joins", "<<b>script>alert(1)<</b>/script>", ""],
    ["the tags of a quote", "> <b\n> class='x'>c", "> c"],
    ["the byte order mark", "\uFEFF<b>\uFEFFx", "x"]
  ])("removes %s", (_, source, content) => {
    expect(contentOf(source)).toBe(content)
  })

  it.each([
    ["<div>my story</div>", "my story"],
    ["<div class='a>b'>my <b>own</b> story</div>", "my own story"],
    ["<p>\nOne\n</p>\n<p>\nTwo\n</p>", "\nOne\n\n\nTwo\n"],
    ["> <div>\n> my\n> story</div>", "> \n> my\n> story"],
    ["- <div>\n  my story\n  </div>", "- \n  my story\n  "],
    ["<table><tr><td>a</td><td>b < c</td></tr></table>", "a b < c"],
    ["<details>\n<summary>My case</summary>\n\nLong.\n\n</details>", "\nMy case\n\nLong.\n\n"],
    ["<div>List<String> x</div>", "List&lt;String> x"],
    ["<div>[x](javascript:alert(1)) y</div>", "[x]() y"],
    ["<div>a <!-- b --> c <?d?> e</div>", "a  c  e"],
    ["<my-widget>my story</my-widget>", "&lt;my-widget>my story&lt;/my-widget>"]
  ])("keeps the text between the tags of the block %j", (source, content) => {
    expect(contentOf(source)).toBe(content)
  })

  const unshown =
    "script style iframe noscript template object svg textarea title xmp noembed noframes audio video canvas applet"
  for (const name of unshown.split(" ")) {
    it(`removes the content of ${name} with its tags, inline and in blocks`, () => {
      const element = `<${name} a="b">gone <i>gone</i></${name.toUpperCase()} >`
      expect(contentOf(`a ${element} b`)).toBe("a  b")
      expect(contentOf(`a *b ${element}* c`)).toBe("a *b * c")
      expect(contentOf(`before\n\n<div>a ${element} b</div>\n\nafter`)).toBe("before\n\na  b\n\nafter")
      expect(contentOf(`${element.replace(" ", "\n")}\n\nafter`)).toBe("\n\nafter")
      expect(filtered(`x ${element} y`).html).toBe("<p>x  y</p>")
    })
  }

  it.each([
    ["an element inside one of the same name", "<div><object>a<object>b</object>c</object>d</div>", "d"],
    ["a script that contains text like tags", "<div><script>if (a<b) x('<!--')</script>d</div>", "d"],
    ["an element with blank lines inside", "a\n\n<svg>\n\ngone\n\n</svg>\n\nb", "a\n\n\n\nb"],
    ["a block whose script is never closed", "<div>a<script>gone\ngone</div>\n\nb", "a\n\nb"],
    ["only the tag of an inline script that is never closed", "I used <script> there.", "I used  there."]
  ])("removes %s", (_, source, content) => {
    expect(contentOf(source)).toBe(content)
  })

  it.each([
    ["bidi controls", "a\u202eb\u202a\u2066c\u2069", "abc"],
    ["tag characters", "a\u{e0001}\u{e0068}\u{e0069}b", "ab"],
    ["C0 and C1 controls", "a\u001b[31mb\u0007\u009b\u007f", "a[31mb"],
    ["character references to invisible characters", "a&#x202E;b&#8238;c&#XE0041;d&#27;e&#x9b;f&#0;g", "abcdefg"],
    ["references that a removal joins", "a&#x202&#x202E;E;b", "ab"],
    [
      "references in URLs, titles and the language of code",
      "[a](b&#x202e;c 'd&#x202e;e')\n\n```f&#x202e;g\n```",
      "[a](bc 'de')\n\n```fg\n```"
    ],
    ["tag characters after a flag", `${scotland}\u{e0041}`, scotland]
  ])("removes %s", (_, source, content) => {
    expect(contentOf(source)).toBe(content)
  })

  it.each([
    ["flag emoji", `a ${scotland} b`],
    ["flag emoji written as references", `a ${references(scotland)} b &#x1F3F4;`],
    ["tab, line ends, joiners and direction marks", "a\tb\r\nc\u200dd\u200ee\u200f"],
    ["references that are escaped or in code", "\\&#x202E; `&#x202E;`\n\n```\n&#27;\n```"],
    ["other references", "&#x41; &#9; &#10; &#x1F600; &amp;#x202E; &lrm;"]
  ])("keeps %s", (_, source) => {
    expect(contentOf(source)).toBe(source)
  })

  it.each([
    ["javascript:alert(1)"],
    ["JaVaScRiPt:alert(1)"],
    ["&#106;avascript:alert(1)"],
    ["&#x6A;avascript&colon;alert(1)"],
    ["javascript&Tab;:alert(1)"],
    ["java&NewLine;script:alert(1)"],
    ["<java\tscript:alert(1)>"],
    ["< javascript:alert(1)>"],
    ["%6aavascript:alert(1)"],
    ["javascript%3Aalert(1)"],
    ["&amp;#106;avascript:alert(1)"],
    ["\\javascript:alert(1)"],
    ["data:text/html,x"],
    ["vbscript:x"],
    ["file:///etc/passwd"],
    ["ftp://example.org"],
    ["tel:+123"]
  ])("removes the URL %s and keeps the text of its link", (url) => {
    expect(contentOf(`a [text](${url}) b`)).toBe("a [text]() b")
    expect(contentOf(`a ![text](${url} "title") b`)).toBe('a ![text](<> "title") b')
    expect(contentOf(`[text]\n\n[text]: ${url}`)).toBe("[text]\n\n[text]: <>")
    expect(filtered(`a [text](${url}) b`).html).toBe('<p>a <a href="" rel="nofollow ugc noopener">text</a> b</p>')
  })

  it.each([
    ["https://example.org/?a=javascript:b"],
    ["mailto:a@b.c"],
    ["/posts/7"],
    ["#top"],
    ["../up"],
    ["//x.y/z"],
    ["?q=a:b"],
    ["a/b:c"]
  ])("keeps the URL %s", (url) => {
    expect(contentOf(`[text](${url})`)).toBe(`[text](${url})`)
    expect(filtered(`[text](${url})`).html).toContain(`href="${url}"`)
  })

  it("keeps a URL with an upper-case scheme", () => {
    expect(contentOf("[text](HTTPS://x.y)")).toBe("[text](HTTPS://x.y)")
    expect(filtered("[text](HTTPS://x.y)").html).toContain('href="https://x.y"')
  })

  it("removes an autolink of a forbidden scheme as a whole", () => {
    expect(contentOf("a <javascript:alert(1)> b <ftp://x.y> c <https://x.y> <a@b.c>")).toBe(
      "a  b  c <https://x.y> <a@b.c>"
    )
  })

  it.each([
    ["List<String>", "List&lt;String>"],
    ["<T extends Foo>", "&lt;T extends Foo>"],
    ["Map<String, List<Integer>>", "Map<String, List&lt;Integer>>"],
    ["vector<int> and vector<std::string>", "vector&lt;int> and vector&lt;std::string>"],
    ["</xs:element>", "</xs:element>"]
  ])("keeps %s in prose as text", (source, content) => {
    expect(contentOf(`a ${source} b`)).toBe(`a ${content} b`)
    expect(filtered(`a ${source} b`).text).toBe(`a ${source} b`)
  })

  it.each([
    ["a < b"],
    ["I <3 you"],
    ["AT&T"],
    ["i<n; i++"],
    ["1 <2> 3"],
    ["x <b and no more"],
    ["x <b\n\n> quoted"],
    ["&lt;b&gt; \\<b>"],
    ["\ta\t \r\nb  \r\n\r\nc\t"]
  ])("keeps %j as typed", (source) => {
    expect(contentOf(source)).toBe(source)
  })

  it.each([
    ["a span", "Use `<script>alert(1)</script>` here."],
    ["a fence", "```html\n<img src=x onerror=alert(1)>\n[a](javascript:x)\n```"],
    ["a fence in a list", "1. Do:\n\n   ```html\n   <b>x</b>\n   ```\n2. Done."],
    ["a fence in a quote", "> ```\n> <b>\n> ```"],
    ["a fence in a longer fence", "````md\n```html\n<b>\n```\n````"],
    ["a fence that is never closed", "text\n\n```html\n<b>x</b>"],
    ["an indented block", "For example:\n\n    <b>x</b>\n\nand so on."],
    ["the cell of a table", "| a | b |\n|---|---|\n| `<b>` | x |"]
  ])("keeps the code in %s as typed", (_, source) => {
    expect(contentOf(source)).toBe(source)
  })

  it.each([
    ["a span after an odd one of two lines", "a `b\n`` c `` d` `<b>`", "a `b\n`` c `` d` `< b>`"],
    ["a span that a table could divide", "`a | <b>`", "`a | < b>`"],
    ["indented code in a list", "- a\n\n      <b>", "- a\n\n      < b>"],
    ["indented code right below a table", "a | b\n-|-\n    <b>", "a | b\n-|-\n    < b>"],
    ["an indented fence", "   ```\n<b>\n   ```", "   ```\n< b>\n   ```"],
    ["code beside an indented fence", "`<b>`\n\n   ```\n   ```", "`< b>`\n\n   ```\n   ```"]
  ])("separates a tag from its name in %s, which not every renderer sees as code", (_, source, content) => {
    expect(contentOf(source)).toBe(content)
  })

  it.each([
    ["in a title", '[a](b "<img src=x>")', '[a](b "&lt;img src=x>")'],
    ["in the language of code", "```<img>\n```", "```&lt;img>\n```"],
    ["at the beginning of a line", "<img src=x", "&lt;img src=x"],
    ["that the next block could close", "text <img src=x\n- >", "text &lt;img src=x\n- >"],
    [
      "that is a URL in angle brackets",
      "[a](<script>) [b](</script>) [c](<my file.pdf>)",
      "[a](<./script>) [b](</./script>) [c](<my file.pdf>)"
    ]
  ])("escapes a tag %s and keeps its text", (_, source, content) => {
    expect(contentOf(source)).toBe(content)
  })

  it.each([
    ["a tag that is never closed", "text <img src=x onerror=alert(1)\n- >"],
    ["a title", '[a](b "<img src=x onerror=alert(1)>")'],
    ["a definition's title that others see as text", '[a]: b "<img src=x onerror=alert(1)>" c'],
    ["a description", "![<img src=x onerror=alert(1)>](a)"],
    ["the language of code", "```<img src=x onerror=alert(1)>\n```"],
    ["a URL in angle brackets", "[a](<img src=x onerror=alert(1)>) [b](<script>)alert(1)[c](</script>)"],
    ["a footnote that others see as a definition", "[^1]: javascript:alert(1)\n\n[^1]"],
    ["an address that swallows a backslash", "ftp://x.y/\\<img src=x onerror=alert(1)>"],
    ["an address that swallows a backtick", "ftp://x.y/`<img src=x onerror=alert(1)>`"],
    ["a fence that others see closed", "```\n```~\n<script>alert(1)</script>\n```"],
    ["code below a list", "10.\n\n\t<img src=x onerror=alert(1)>"],
    ["a span across the cells of a table", "a | b\n-|-\n`x | <img src=x onerror=alert(1)>`"]
  ])("makes %s inert to every renderer", (_, source) => {
    expect(runsIn(contentOf(source))).toEqual([])
  })

  it("keeps thousands of code spans, on one line or on many", () => {
    for (const source of ["`<b>` ".repeat(3_300), "`<b>`\n".repeat(3_300)]) expect(contentOf(source)).toBe(source)
  })

  it("leaves at most thirty marks on a character, typed or as character references", () => {
    const typed = filtered(`**a**${"\u0301\u0323".repeat(9_000)} b\u200b${"\u0301".repeat(500)}`)
    const referred = filtered(`a${"&#769;".repeat(3_000)} \`b\`${"&#x301;".repeat(300)}`)
    for (const { content, excerpt, html, text } of [typed, referred])
      for (const shown of [content, excerpt, html, text]) expect(shown).not.toMatch(/\p{M}{31}/u)
    expect(contentOf(typed.content)).toBe(typed.content)
  })

  it("ends soon with a text that would take thousands of passes", () => {
    const source = "<".repeat(3_000) + "b>script>".repeat(1_500)
    const once = filtered(source)
    expect(contentOf(once.content)).toBe(once.content)
    expect(runsIn(once.content)).toEqual([])
  })

  it.each([
    ["\0"],
    ["\uD800<b>"],
    ["&#0;&#xFFFFFF;&#xD800;"],
    ["[a](&#xFFFFFF;javascript:x)"],
    ["%"],
    ["[a](%E0%A4%A)"],
    [""],
    ["\uFEFF"]
  ])("does not throw at %j", (source) => {
    expect(Either.isRight(filterMarkdown(source))).toBe(true)
  })
})
