import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { translation } from "../../../Config.ts"
import { unknownLanguage } from "../../../domain/Language.ts"
import { Outgoing } from "../../../ports/Outgoing.ts"
import { NotTranslated, type TextsToTranslate, Translator } from "../../../ports/posts/Translator.ts"
import * as OutgoingHttp from "../OutgoingHttp.ts"

/**
 * The maximum number of bytes of an answer of the translation engine: the longest post, escaped in JSON, and twice as
 * long as it was.
 */
const maxAnswerBytes = 500_000

/** The longest wait for an answer of the translation engine. Readers wait less (`services/posts/Translations.ts`). */
const answerTimeout = "10 seconds"

const Answer = Schema.parseJson(Schema.Struct({ translatedText: Schema.Array(Schema.String) }))

/** The codes of LibreTranslate that are no BCP 47 tags of ours. */
const codes: Readonly<Record<string, string>> = { no: "nb", [unknownLanguage]: "auto" }

const codeOf = (tag: string): string => codes[tag] ?? tag

const refused = (why: string) => new NotTranslated({ why })

/** Sends texts to a server of the protocol of LibreTranslate. */
const libre = (send: Outgoing["Type"]["send"], url: string, key: Option.Option<Redacted.Redacted>) => {
  const ask = ({ from, texts, to }: TextsToTranslate) =>
    send({
      method: "POST",
      url: new URL(`${url.replace(/\/translate$/, "")}/translate`),
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({
        q: texts,
        source: codeOf(from),
        target: codeOf(to),
        format: "text",
        ...Option.match(key, { onNone: () => ({}), onSome: (secret) => ({ api_key: Redacted.value(secret) }) })
      }),
      maxBytes: maxAnswerBytes,
      maxRedirects: 0,
      timeout: answerTimeout
    })
  return Translator.of({
    isOn: true,
    engine: "LibreTranslate",
    host: new URL(url).host,
    translate: (request) =>
      ask(request).pipe(
        Effect.mapError(({ fault }) => refused(fault === "large" ? "the answer is too long" : "no answer")),
        Effect.filterOrFail(
          ({ status }) => status === 200,
          ({ status }) => refused(`status ${status}`)
        ),
        Effect.map(({ bytes }) => new TextDecoder().decode(bytes)),
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

/** The server of TRANSLATE_URL, which may be in the operator's own network; none where it is unset. */
export const layer = Layer.unwrapEffect(
  Effect.map(
    translation,
    Option.match({
      onNone: () => Translator.off,
      onSome: ({ key, url }) =>
        Layer.effect(
          Translator,
          Effect.map(Outgoing, ({ send }) => libre(send, url, key))
        )
    })
  )
).pipe(Layer.provide(OutgoingHttp.layer(OutgoingHttp.unrestricted)))
