import { Order } from "effect"

/**
 * Orders texts by code points, as PostgreSQL's "C" collation does. Plain `<` compares UTF-16 units, and so puts an emoji
 * before some letters with lower code points.
 */
export const byCodePoint: Order.Order<string> = Order.make((one, other) => {
  let at = 0
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  return Order.number(one.codePointAt(at) ?? -1, other.codePointAt(at) ?? -1)
})
