import { Either } from "effect"

/**
 * The text of a file in UTF-8 that an operator wrote with any editor: without a byte order mark, and each line ends
 * with "\n". A `Left` says what is wrong with the file.
 */
export const textOfFile = (bytes: Uint8Array): Either.Either<string, string> =>
  Either.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n"),
    catch: () => "is not in UTF-8: save it in this encoding"
  })
