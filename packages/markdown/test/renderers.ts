import MarkdownIt from "markdown-it"
import { Marked } from "marked"
import rehypeStringify from "rehype-stringify"
import remarkGfm from "remark-gfm"
import remarkParse from "remark-parse"
import remarkRehype from "remark-rehype"
import { unified } from "unified"

const markdownIt = new MarkdownIt({ html: true, linkify: true })
// It refuses some URLs by itself; the content has to be safe without that.
markdownIt.validateLink = () => true

const marked = new Marked({ gfm: true })
const markedPlain = new Marked({ gfm: false })

const commonMark = unified()
  .use(remarkParse)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze()

const gfm = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze()

/** Renderers that trust their input: raw HTML goes through, and no URL is refused. */
export const renderers: Readonly<Record<string, (content: string) => string>> = {
  marked: (content) => marked.parse(content, { async: false }),
  "marked without GFM": (content) => markedPlain.parse(content, { async: false }),
  "markdown-it": (content) => markdownIt.render(content),
  "remark without GFM": (content) => String(commonMark.processSync(content)),
  remark: (content) => String(gfm.processSync(content))
}
