/** The characters besides CR and LF that programs take for the end of a line: NEL, and Unicode's two separators. */
const lineEnds = /[\u0085\u2028\u2029]/g

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/**
 * Escapes the line ends that JSON leaves as they are. The values stay the same. Needed where JSON is read line by line:
 * in events, in lines of an export and of a log.
 */
export const jsonInOneLine = (json: string): string => json.replace(lineEnds, escaped)
