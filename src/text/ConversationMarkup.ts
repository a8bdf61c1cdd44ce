// Models are trained with markup around the parts of a conversation, such as <system>, </tool_result> and <|im_start|>. A
// member's text must not look like it. HTML is cut out of content when it is stored, but code and escaped tags stay.

const opening = /<(?=[a-z/!?|])/gi

/** Replaces each `<` that could begin a tag by `&lt;`, which Markdown shows as `<`. */
export const withoutMarkup = (text: string): string => text.replace(opening, "&lt;")

/** Escapes each such `<` in a JSON document: the text reads otherwise, the values stay the same. */
export const jsonTextWithoutMarkup = (json: string): string => json.replace(opening, "\\u003c")
