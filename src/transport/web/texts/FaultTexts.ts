import { Predicate } from "effect"
import { statusOf, type WireError } from "../../../api/WireErrors.ts"
import { maxApiKeys } from "../../../domain/accounts/ApiKey.ts"
import type { NotAllowed, RestrictedAction } from "../../../domain/accounts/CurrentUser.ts"
import { maxPasskeys } from "../../../domain/accounts/Passkey.ts"
import { minPasswordCharacters } from "../../../domain/accounts/Password.ts"
import { maxFollows } from "../../../domain/follows/Follow.ts"
import { InvalidInput, type Rule } from "../../../domain/Issues.ts"
import type { TooManyRequests } from "../../../domain/Limits.ts"
import { type AppealRefused, appealDays } from "../../../domain/moderation/Decision.ts"
import { maxFeeds } from "../../../domain/news/Feed.ts"
import { maxPushSubscriptions } from "../../../domain/notifications/Push.ts"
import type { InvalidText } from "../../../domain/Text.ts"
import type { Unavailable } from "../../../domain/Unavailable.ts"
import { maxWebhooks } from "../../../domain/webhooks/Webhook.ts"
import type { Messages } from "../../../services/languages/Messages.ts"

type Sentences = Messages["faults"]

/** The refusals of actions that pages offer; the others have the sentence of their status. */
const refusals: { readonly [Action in RestrictedAction]?: keyof Sentences["NotAllowed"] } = {
  becomeAdmin: "adminClosed",
  becomeExpert: "adminClosed",
  becomeFirstAdmin: "adminCode",
  becomeModerator: "adminClosed",
  becomeUser: "adminClosed",
  commentOnLocked: "locked",
  confirmPassword: "confirm",
  guardAccount: "guard",
  decideAppealOfOwnDecision: "otherModerator",
  decideOwn: "ownDecision",
  decideOwnAppeal: "ownDecision",
  demoteLastAdmin: "lastAdmin",
  joinByInvitation: "invitation",
  leaveAsLastAdmin: "lastAdmin",
  reactToBlocker: "blocked",
  register: "closed",
  suspendLastAdmin: "lastAdmin"
}

/** The sentences about the rules of fields and about the errors of the domain that pages can meet, by their tags. */
const sentencesIn = ({ faults }: Pick<Messages, "faults">) => ({
  ...faults,
  UnknownLanguage: faults.Choice,
  NoReason: faults.Choice,
  TooManyPasskeys: faults.TooManyPasskeys({ max: maxPasskeys }),
  TooManyApiKeys: faults.TooManyApiKeys({ max: maxApiKeys }),
  TooManyFeeds: faults.TooManyFeeds({ max: maxFeeds }),
  TooManyWebhooks: faults.TooManyWebhooks({ max: maxWebhooks }),
  TooManyFollows: faults.TooManyFollows({ max: maxFollows }),
  TooManyPushSubscriptions: faults.TooManyPushSubscriptions({ max: maxPushSubscriptions }),
  InvalidText: ({ tooLong }: InvalidText) =>
    faults.InvalidText({
      isTooLong: tooLong !== undefined,
      max: tooLong?.max ?? 0,
      characters: tooLong?.characters ?? 0
    }),
  TooManyRequests: ({ limit, retryAfterSeconds: seconds }: TooManyRequests) =>
    faults.TooManyRequests({ limit, seconds, minutes: Math.ceil(seconds / 60) }),
  AppealRefused: ({ why }: AppealRefused) =>
    why === "tooLate" ? faults.AppealRefused.tooLate({ days: appealDays }) : faults.AppealRefused[why],
  NotAllowed: ({ action }: NotAllowed) => {
    const reason = refusals[action]
    return reason === undefined ? undefined : faults.NotAllowed[reason]
  },
  Unavailable: ({ signsRead }: Unavailable) =>
    faults.Unavailable({ isReading: signsRead !== undefined, share: (signsRead ?? 0) / 100 })
})

type Translations = ReturnType<typeof sentencesIn>

/** The facts of each fault that its sentence depends on. */
type Facts = {
  readonly [Tag in keyof Translations]: Translations[Tag] extends (facts: infer Given) => unknown ? Given : unknown
}

/** An error of the domain that has a sentence in each language: pages fail with no other. */
export type TranslatedError = {
  readonly [Tag in keyof Facts]: { readonly _tag: Tag; readonly message: string } & Facts[Tag]
}[keyof Facts]

/** One fault of a request in the language of the page, and the field that it is about. */
export interface Fault {
  readonly sentence: string
  readonly field: string | undefined
}

type Text<Given> = string | ((facts: Given) => string | undefined)

const say = <Given>(text: Text<Given>, facts: Given) => (typeof text === "function" ? text(facts) : text)

const translate = <Tag extends keyof Facts>(
  texts: { readonly [Key in keyof Facts]: Text<Facts[Key]> },
  tag: Tag,
  facts: Facts[Tag]
) => say(texts[tag], facts)

/** The title and the text of the error page of a status. */
export const errorTexts = ({ layout: { errors } }: Pick<Messages, "layout">, status: number) => {
  const known: Readonly<Record<string, { readonly title: string; readonly text: string }>> = errors
  return known[status] ?? (status < 500 ? errors[400] : errors[500])
}

/** True for a password that is chosen: one that is tried has no least length. */
const isNewPassword = (field: string | undefined, min: number | undefined) =>
  min === minPasswordCharacters && /password/i.test(field ?? "")

/** The faults for which a request was refused. A fault without a sentence of its own has the text of its status. */
export const faultsOf = (t: Pick<Messages, "faults" | "layout">, error: WireError): ReadonlyArray<Fault> => {
  const { cause } = error
  const texts = sentencesIn(t)
  const isTranslated = (fault: unknown): fault is TranslatedError =>
    Predicate.hasProperty(fault, "_tag") && Predicate.isString(fault._tag) && Object.hasOwn(texts, fault._tag)
  const sentence = (facts: Rule | TranslatedError | undefined) =>
    (facts && translate(texts, facts._tag, facts)) ?? errorTexts(t, statusOf(error)).text
  if (cause instanceof InvalidInput) {
    return cause.faults.map(({ field, rule }) => ({
      field,
      sentence: rule?._tag === "Length" && isNewPassword(field, rule.min) ? texts.NewPassword(rule) : sentence(rule)
    }))
  }
  const field = Predicate.hasProperty(cause, "field") && Predicate.isString(cause.field) ? cause.field : undefined
  return [{ field, sentence: sentence(isTranslated(cause) ? cause : undefined) }]
}
