import type { Element } from "hast"
import type { List, ListItem } from "mdast"
import type { Extension, Handle } from "mdast-util-from-markdown"
import { defaultHandlers, type Options } from "remark-rehype"

declare module "mdast" {
  interface Data {
    /** The number before an item of a list as it was typed, with its dot or bracket: `1985.` */
    typedNumber?: string
  }
}

/** Text that is added to the number of an item of a list. */
const record: Handle = function (token) {
  const item = this.stack.at(-1)
  if (item?.type !== "listItem") return
  item.data = { typedNumber: (item.data?.typedNumber ?? "") + this.sliceSerialize(token) }
}

const recordOfNumbered: Handle = function (token) {
  const list = this.stack.at(-2)
  if (list?.type === "list" && list.ordered) record.call(this, token)
}

/** Keeps the number of each item of a list in its tree: a tree of Markdown has that of the first item alone. */
export const listNumbers: Extension = { exit: { listItemValue: record, listItemMarker: recordOfNumbered } }

const numberOf = (item: ListItem): number | undefined => {
  const typed = item.data?.typedNumber
  return typed === undefined ? undefined : Number.parseInt(typed, 10)
}

/** Renders a list with its numbers as typed: lines that begin with years or days look like a list to Markdown. */
const list: NonNullable<Options["handlers"]>["list"] = (state, node: List) => {
  const element: Element = defaultHandlers.list(state, node)
  if (!node.ordered) return element
  const items = element.children.flatMap((child) => (child.type === "element" && child.tagName === "li" ? [child] : []))
  let next = node.start ?? 1
  for (const [index, item] of node.children.entries()) {
    const number = numberOf(item) ?? next
    const shown = items[index]
    if (shown && number !== next) shown.properties["value"] = number
    next = number + 1
  }
  return element
}

export const listHandlers: NonNullable<Options["handlers"]> = { list }
