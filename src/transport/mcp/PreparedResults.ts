const bytes = new WeakMap<object, Buffer>()

/** Serialises a result that never changes, once for all who ask for it. */
export const prepared = <A extends object>(result: A): A => {
  bytes.set(result, Buffer.from(JSON.stringify(result)))
  return result
}

/** The JSON of a prepared result; none of any other. */
export const preparedJson = (result: object): Buffer | undefined => bytes.get(result)
