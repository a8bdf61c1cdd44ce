import { Order } from "effect"

/**
 * Texts in the order of their code points, as PostgreSQL's "C" collation has them. Plain `<` compares UTF-16 units,
 * and so puts an emoji before some letters that come before it.
 */
export const byCodePoint: Order.Order<string> = Order.make((one, other) => {
  let at = 0
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  return Order.number(one.codePointAt(at) ?? -1, other.codePointAt(at) ?? -1)
})
