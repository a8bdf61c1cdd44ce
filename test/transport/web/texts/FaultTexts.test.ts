import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import type { NotAFeed } from "@rare-disease-community/feeds/Feed"
import { TooCostly } from "@rare-disease-community/markdown/Refusals"
import { Either, Option, Schema } from "effect"
import { expectTypeOf } from "vitest"
import { BadRequest } from "../../../../src/api/WireErrors.ts"
import { PasswordChange, Registration, WrongLogin, WrongPassword } from "../../../../src/domain/accounts/Account.ts"
import { NewApiKey, TooManyApiKeys } from "../../../../src/domain/accounts/ApiKey.ts"
import { NotAllowed, type RestrictedAction } from "../../../../src/domain/accounts/CurrentUser.ts"
import { CommonPassword } from "../../../../src/domain/accounts/Password.ts"
import { UntilPassed } from "../../../../src/domain/accounts/Suspension.ts"
import { EmailTaken, UsernameTaken } from "../../../../src/domain/accounts/User.ts"
import { UnknownDiseases } from "../../../../src/domain/diseases/Disease.ts"
import { TooManyFollows } from "../../../../src/domain/follows/Follow.ts"
import { DiseaseId } from "../../../../src/domain/Ids.ts"
import { InvalidInput } from "../../../../src/domain/Issues.ts"
import { type PageLanguage, shippedLanguages } from "../../../../src/domain/Language.ts"
import { TooManyRequests } from "../../../../src/domain/Limits.ts"
import { LinkNotValid } from "../../../../src/domain/mail/Mail.ts"
import { AppealRefused, NothingToDecide } from "../../../../src/domain/moderation/Decision.ts"
import { NewReport, OwnReport, ReportedAlready } from "../../../../src/domain/moderation/Report.ts"
import { NewFeed, OwnFeed, TooManyFeeds } from "../../../../src/domain/news/Feed.ts"
import { NewPost } from "../../../../src/domain/posts/Post.ts"
import { InvalidText, LeakFound } from "../../../../src/domain/Text.ts"
import { Time } from "../../../../src/domain/Time.ts"
import { Unavailable } from "../../../../src/domain/Unavailable.ts"
import { TooManyWebhooks, WebhookUrlRefused } from "../../../../src/domain/webhooks/Webhook.ts"
import { errorTexts, faultsOf } from "../../../../src/transport/web/texts/FaultTexts.ts"
import type { PageError } from "../../../../src/transport/web/WebRequest.ts"
import { said } from "../../../support/languages/Said.ts"

/** The failure for an invalid body. */
const refused = <A, I>(schema: Schema.Schema<A, I>, body: unknown): InvalidInput =>
  InvalidInput.of(Either.getOrThrow(Either.flip(Schema.decodeUnknownEither(schema, { errors: "all" })(body))))

/** The faults that a page shows for a failure of the domain. */
const shown = (language: PageLanguage, cause: Error) =>
  faultsOf(said(language), new BadRequest({ message: cause.message, cause }))

/** The text of a page for a fault without a sentence of its own. */
const ofStatus = (language: PageLanguage) => errorTexts(said(language), 400).text

const account = { username: "Maria", email: "maria@example.org", password: "correct horse" }
const post = { title: "Hands", content: "Cold", category: "topic" }
const notAllowed = (action: RestrictedAction) => new NotAllowed({ action })
const tooMany = (limit: TooManyRequests["limit"]) =>
  new TooManyRequests({ limit, retryAfterSeconds: 7, budget: Option.none() })

const invalid: ReadonlyArray<Error> = [
  refused(NewPost, { ...post, title: " " }),
  refused(NewPost, { ...post, title: "x".repeat(300) }),
  refused(NewPost, { ...post, category: "rumour" }),
  refused(Registration, { ...account, username: "two\nlines" }),
  refused(Registration, { ...account, username: "<b>" }),
  refused(Registration, { ...account, username: "Mаria" }),
  refused(Registration, { ...account, username: "a\u0301\u0302\u0303\u0304\u0305\u0306" }),
  refused(Registration, { ...account, email: "nobody" }),
  refused(Registration, { ...account, password: "short" }),
  refused(PasswordChange, { oldPassword: "the same one", newPassword: "the same one" }),
  refused(NewApiKey, { name: "agent", dailyWrites: "many" }),
  refused(NewApiKey, { name: "agent", dailyWrites: 0 }),
  refused(Schema.Struct({ until: Time }), { until: "tomorrow" }),
  refused(NewFeed, { url: "feeds.example" }),
  refused(NewReport, { target: { type: "post", id: 1 }, reason: "spam", text: "x".repeat(1001) })
]

const failures: ReadonlyArray<Error> = [
  new WrongLogin(),
  new WrongPassword({ field: "oldPassword" }),
  new CommonPassword({ field: "password", why: "list" }),
  new CommonPassword({ field: "newPassword", why: "names" }),
  new UsernameTaken(),
  new EmailTaken(),
  new TooManyApiKeys(),
  new TooManyFollows(),
  new TooManyFeeds(),
  new OwnFeed(),
  new TooManyWebhooks(),
  new WebhookUrlRefused({ field: "url", reason: "https" }),
  new WebhookUrlRefused({ field: "url", reason: "private" }),
  new UntilPassed(),
  new UnknownDiseases({ field: "diseaseIds", ids: [DiseaseId.make(5)] }),
  new InvalidText({ field: "content" }),
  new TooCostly({ excess: "brackets" }),
  new TooCostly({ excess: "html" }),
  new TooCostly({ excess: "time" }),
  new LeakFound({ field: "content", what: "apiKey" }),
  new LeakFound({ field: "content", what: "session" }),
  new LeakFound({ field: "content", what: "email" }),
  tooMany("comment"),
  tooMany("login"),
  new LinkNotValid(),
  new OwnReport(),
  new ReportedAlready(),
  new NothingToDecide({ action: "hide" }),
  new NothingToDecide({ action: "none" }),
  new AppealRefused({ why: "again" }),
  new AppealRefused({ why: "tooLate" }),
  new AppealRefused({ why: "decided" }),
  notAllowed("commentOnLocked"),
  notAllowed("reactToBlocker"),
  notAllowed("register"),
  notAllowed("becomeFirstAdmin"),
  notAllowed("becomeAdmin"),
  notAllowed("leaveAsLastAdmin"),
  notAllowed("decideOwn"),
  notAllowed("decideOwnAppeal"),
  notAllowed("decideAppealOfOwnDecision"),
  new Unavailable()
]

describe("Faults of forms", () => {
  for (const failure of [...invalid, ...failures]) {
    it(`say in each language, in words of its own: ${failure.message.slice(0, 60)}`, () => {
      const said = shippedLanguages.map((language) => shown(language, failure).map(({ sentence }) => sentence))
      deepStrictEqual(
        said.map(({ length }) => length),
        shippedLanguages.map(() => 1)
      )
      strictEqual(
        new Set([failure.message, ...shippedLanguages.map(ofStatus), ...said.flat()]).size,
        1 + 2 * shippedLanguages.length
      )
    })
  }

  it("repeat the numbers of the failure", () => {
    const [short] = shown("de", refused(Registration, { ...account, password: "short" }))
    strictEqual(short?.sentence, "Bitte wählen Sie ein Passwort mit 8 bis 256\u00a0Zeichen (bisher 5).")
  })

  it("name no least length where there is none", () => {
    const [long] = shown(
      "en",
      refused(NewReport, { target: { type: "post", id: 1 }, reason: "spam", text: "x".repeat(1001) })
    )
    strictEqual(long?.sentence, "Please write at most 1,000\u00a0characters. Right now there are 1,001.")
  })

  it("come one for each field, which they name", () => {
    deepStrictEqual(shown("fr", refused(NewPost, { ...post, title: "", category: "rumour" })), [
      { sentence: "Veuillez remplir ce champ.", field: "title" },
      { sentence: "Veuillez choisir une des possibilités.", field: "category" }
    ])
  })

  it("name the field of a failure, whatever other fields its sentence mentions", () => {
    const fieldOf = (failure: Error) => shown("en", failure)[0]?.field
    deepStrictEqual(
      [
        new LeakFound({ field: "content", what: "email" }),
        new UsernameTaken(),
        new EmailTaken(),
        new WrongLogin(),
        new UntilPassed(),
        notAllowed("becomeAdmin"),
        notAllowed("becomeFirstAdmin"),
        new TooCostly({ excess: "time" })
      ].map(fieldOf),
      ["content", "username", "email", "email", "until", "role", "adminCode", undefined]
    )
  })

  it("have the text of their status where they have no sentence, and never that of the API", () => {
    const message = "the form is not valid UTF-8"
    for (const language of shippedLanguages) {
      const fault = { sentence: ofStatus(language), field: undefined }
      deepStrictEqual(faultsOf(said(language), new BadRequest({ message })), [fault])
      deepStrictEqual(shown(language, notAllowed("readAudit")), [fault])
    }
  })

  it("of a page do not compile without a translation", () => {
    expectTypeOf<LeakFound>().toMatchTypeOf<PageError>()
    // @ts-expect-error -- pages have no sentence about news feeds
    expectTypeOf<NotAFeed>().toMatchTypeOf<PageError>()
  })
})
