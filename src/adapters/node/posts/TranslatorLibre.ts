import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { translation } from "../../../Config.ts"
import { unknownLanguage } from "../../../domain/Language.ts"
import { NotTranslated, type TextsToTranslate, Translator } from "../../../ports/posts/Translator.ts"

/**
 * The maximum number of bytes of an answer of the translation engine: the longest post, escaped in JSON, and twice as
 * long as it was.
 */
const maxAnswerBytes = 500_000

const Answer = Schema.parseJson(Schema.Struct({ translatedText: Schema.Array(Schema.String) }))

/** The codes of LibreTranslate that are no BCP 47 tags of ours. */
const codes: Readonly<Record<string, string>> = { no: "nb", [unknownLanguage]: "auto" }

const codeOf = (tag: string): string => codes[tag] ?? tag

const refused = (why: string) => new NotTranslated({ why })

/** The text of an answer, read up to the limit. */
const textOf = async ({ body }: Response): Promise<string> => {
  const parts: Array<Uint8Array> = []
  const reader = body?.getReader()
  for (let bytes = 0; ; ) {
    const part = await reader?.read()
    if (part?.value === undefined) return Buffer.concat(parts).toString("utf8")
    bytes += part.value.byteLength
    if (bytes > maxAnswerBytes) {
      await reader?.cancel()
      throw refused("the answer is too long")
    }
    parts.push(part.value)
  }
}

/** Sends texts to a server of the protocol of LibreTranslate. */
export const libre = (url: string, key: Option.Option<Redacted.Redacted>) => {
  const ask = ({ from, texts, to }: TextsToTranslate, signal: AbortSignal) =>
    fetch(`${url.replace(/\/translate$/, "")}/translate`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({
        q: texts,
        source: codeOf(from),
        target: codeOf(to),
        format: "text",
        ...Option.match(key, { onNone: () => ({}), onSome: (secret) => ({ api_key: Redacted.value(secret) }) })
      }),
      redirect: "error",
      signal
    })
  const answered = async (request: TextsToTranslate, signal: AbortSignal) => {
    const response = await ask(request, signal)
    if (!response.ok) {
      await response.body?.cancel()
      throw refused(`status ${response.status}`)
    }
    return await textOf(response)
  }
  return Layer.succeed(Translator, {
    isOn: true,
    engine: "LibreTranslate",
    host: new URL(url).host,
    translate: (request) =>
      Effect.tryPromise({
        try: (signal) => answered(request, signal),
        catch: (error) => (error instanceof NotTranslated ? error : refused("no answer"))
      }).pipe(
        Effect.flatMap(Schema.decode(Answer)),
        Effect.catchTag("ParseError", () => refused("the answer has another form")),
        Effect.map(({ translatedText }) => translatedText),
        Effect.filterOrFail(
          (translated) => translated.length === request.texts.length,
          () => refused("the answer has another number of texts")
        )
      )
  })
}

/** The server of TRANSLATE_URL; none where it is unset. */
export const layer = Layer.unwrapEffect(
  Effect.map(translation, Option.match({ onNone: () => Translator.off, onSome: ({ key, url }) => libre(url, key) }))
)
