const jsonBytes = new WeakMap<object, Buffer>()

/** Serialises a constant result once for all clients. */
export const prepared = <A extends object>(result: A): A => {
  jsonBytes.set(result, Buffer.from(JSON.stringify(result)))
  return result
}

/** The JSON of a prepared result; undefined for any other. */
export const preparedJson = (result: object): Buffer | undefined => jsonBytes.get(result)
