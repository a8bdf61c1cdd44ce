/** What is thrown for a place that an array does not have. */
export const noElement = (place: number, length: number): RangeError =>
  new RangeError(`no element ${place} in an array of ${length}`)

/**
 * The element of an array at a place that it has; throws for any other place, where a plain read would go on with
 * nothing. One function for arrays of all types costs some nanoseconds more than a plain read: innermost loops over
 * whole arrays read `array[place] ?? 0`.
 */
export const at = <Item>(array: ArrayLike<Item | undefined>, place: number): Item => {
  const item = array[place]
  if (item === undefined) throw noElement(place, array.length)
  return item
}

/** The last element of an array that is not empty. */
export const last = <Item>(array: ArrayLike<Item | undefined>): Item => at(array, array.length - 1)
