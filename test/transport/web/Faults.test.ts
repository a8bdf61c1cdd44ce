import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either, Option, Schema } from "effect"
import { PasswordChange, Registration, WrongLogin, WrongPassword } from "../../../src/domain/accounts/Account.ts"
import { NewApiKey, TooManyApiKeys } from "../../../src/domain/accounts/ApiKey.ts"
import { NotAllowed, type RestrictedAction } from "../../../src/domain/accounts/CurrentUser.ts"
import { UntilPassed } from "../../../src/domain/accounts/Suspension.ts"
import { EmailTaken, UsernameTaken } from "../../../src/domain/accounts/User.ts"
import { UnknownDiseases } from "../../../src/domain/diseases/Disease.ts"
import { TooManyFollows } from "../../../src/domain/follows/Follow.ts"
import { DiseaseId } from "../../../src/domain/Ids.ts"
import { describeError } from "../../../src/domain/Issues.ts"
import { TooManyRequests } from "../../../src/domain/Limits.ts"
import { TooCostly } from "../../../src/domain/Markdown.ts"
import { LinkNotValid } from "../../../src/domain/mail/Mail.ts"
import { AppealRefused, NothingToDecide } from "../../../src/domain/moderation/Decision.ts"
import { OwnReport, ReportedAlready } from "../../../src/domain/moderation/Report.ts"
import { NewPost } from "../../../src/domain/posts/Post.ts"
import { InvalidText, LeakFound } from "../../../src/domain/Text.ts"
import { Time } from "../../../src/domain/Time.ts"
import { Unavailable } from "../../../src/domain/Unavailable.ts"
import { faultsOf } from "../../../src/transport/web/texts/Faults.ts"

/** The message for an invalid body. */
const refused = <A, I>(schema: Schema.Schema<A, I>, body: unknown): string =>
  Either.match(Schema.decodeUnknownEither(schema, { errors: "all" })(body), {
    onLeft: (error) => describeError(error),
    onRight: () => "accepted"
  })

const account = { username: "Maria", email: "maria@example.org", password: "correct horse" }
const post = { title: "Hands", content: "Cold", category: "topic" }
const notAllowed = (action: RestrictedAction) => new NotAllowed({ action }).message
const tooMany = (limit: TooManyRequests["limit"]) =>
  new TooManyRequests({ limit, retryAfterSeconds: 7, budget: Option.none() }).message

const invalid: ReadonlyArray<string> = [
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
  refused(Schema.Struct({ until: Time }), { until: "tomorrow" })
]

const failures: ReadonlyArray<string> = [
  new WrongLogin().message,
  new WrongPassword({ field: "oldPassword" }).message,
  new UsernameTaken().message,
  new EmailTaken().message,
  new TooManyApiKeys().message,
  new TooManyFollows().message,
  new UntilPassed().message,
  new UnknownDiseases({ field: "diseaseIds", ids: [DiseaseId.make(5)] }).message,
  new InvalidText({ field: "content" }).message,
  new TooCostly({ excess: "brackets" }).message,
  new TooCostly({ excess: "html" }).message,
  new TooCostly({ excess: "time" }).message,
  new LeakFound({ field: "content", what: "apiKey" }).message,
  new LeakFound({ field: "content", what: "session" }).message,
  new LeakFound({ field: "content", what: "email" }).message,
  tooMany("comment"),
  tooMany("login"),
  new LinkNotValid().message,
  new OwnReport().message,
  new ReportedAlready().message,
  new NothingToDecide({ action: "hide" }).message,
  new NothingToDecide({ action: "none" }).message,
  new AppealRefused({ why: "again" }).message,
  new AppealRefused({ why: "tooLate" }).message,
  new AppealRefused({ why: "decided" }).message,
  notAllowed("commentOnLocked"),
  notAllowed("reactToBlocker"),
  notAllowed("register"),
  notAllowed("becomeFirstAdmin"),
  notAllowed("becomeAdmin"),
  notAllowed("leaveAsLastAdmin"),
  notAllowed("decideOwn"),
  notAllowed("decideOwnAppeal"),
  notAllowed("decideAppealOfOwnDecision"),
  new Unavailable().message
]

describe("Faults of forms", () => {
  for (const sentence of [...invalid, ...failures]) {
    it(`say in German and French, each in its own words: ${sentence.slice(0, 60)}`, () => {
      const said = (["de", "fr"] as const).map((language) => faultsOf(language, sentence))
      deepStrictEqual(
        said.map((faults) => faults.map(({ translated }) => typeof translated)),
        [["string"], ["string"]]
      )
      strictEqual(new Set([sentence, ...said.flat().map(({ translated }) => translated)]).size, 3)
    })
  }

  it("repeat the numbers of the sentence", () => {
    const [{ translated }] = faultsOf("de", refused(Registration, { ...account, password: "short" })) as [never]
    strictEqual(translated, "Bitte 8 bis 256 Zeichen. Jetzt sind es 5.")
  })

  it("come one for each field", () => {
    const message = refused(NewPost, { ...post, title: "", category: "rumour" })
    deepStrictEqual(
      faultsOf("fr", message).map(({ translated }) => translated),
      ["Veuillez remplir ce champ.", "Veuillez choisir une des possibilités."]
    )
  })

  it("stay English on English pages, and where no translation is known", () => {
    deepStrictEqual(faultsOf("en", "title must not be blank"), [
      { sentence: "title must not be blank", translated: undefined }
    ])
    deepStrictEqual(faultsOf("de", "the moon must be full"), [
      { sentence: "the moon must be full", translated: undefined }
    ])
  })
})
