import { Context, Data, Effect, Layer } from "effect"

/** The engine gave no translation. `why` holds no text. */
export class NotTranslated extends Data.TaggedError("NotTranslated")<{ readonly why: string }> {}

export interface TextsToTranslate {
  /** Plain texts, each with a letter. */
  readonly texts: ReadonlyArray<string>
  /** The language that they are in (BCP 47); `und` if unknown. */
  readonly from: string
  readonly to: string
}

/** A program that translates, which sees the texts of members. */
export class Translator extends Context.Tag("ports/posts/Translator")<
  Translator,
  {
    /** False where the operator has configured none. */
    readonly isOn: boolean

    /** Its name, and the host that texts are sent to. */
    readonly engine: string
    readonly host: string

    /** The texts in another language, in their order. It may give anything: callers treat it as a stranger's text. */
    readonly translate: (texts: TextsToTranslate) => Effect.Effect<ReadonlyArray<string>, NotTranslated>
  }
>() {
  static readonly off = Layer.succeed(Translator, {
    isOn: false,
    engine: "",
    host: "",
    translate: () => Effect.fail(new NotTranslated({ why: "off" }))
  })
}
