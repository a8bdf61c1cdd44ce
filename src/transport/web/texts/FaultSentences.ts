import type { WrongPassword } from "../../../domain/accounts/Account.ts"
import { maxApiKeys } from "../../../domain/accounts/ApiKey.ts"
import type { NotAllowed, RestrictedAction } from "../../../domain/accounts/CurrentUser.ts"
import { maxPasskeys } from "../../../domain/accounts/Passkey.ts"
import { maxFollows } from "../../../domain/follows/Follow.ts"
import type { IdempotencyConflict } from "../../../domain/Idempotency.ts"
import type { Rule } from "../../../domain/Issues.ts"
import type { TooManyRequests } from "../../../domain/Limits.ts"
import { type ActionUnfit, type AppealRefused, appealDays } from "../../../domain/moderation/Decision.ts"
import { maxFeeds } from "../../../domain/news/Feed.ts"
import { maxPushSubscriptions } from "../../../domain/notifications/Push.ts"
import type { AudienceRefused } from "../../../domain/posts/Audience.ts"
import type { InvalidText, LeakFound } from "../../../domain/Text.ts"
import type { Unavailable } from "../../../domain/Unavailable.ts"
import { maxWebhooks, type WebhookUrlRefused } from "../../../domain/webhooks/Webhook.ts"

type RuleOf<Tag> = Extract<Rule, { readonly _tag: Tag }>

/** The refusals of actions that pages offer; the others have the sentence of their status. */
const refusals = {
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
} as const satisfies { readonly [Action in RestrictedAction]?: string }

type Offered = keyof typeof refusals

const isOffered = (action: RestrictedAction): action is Offered => Object.hasOwn(refusals, action)

export const refused =
  (texts: Readonly<Record<(typeof refusals)[Offered], string>>) =>
  ({ action }: NotAllowed) =>
    isOffered(action) ? texts[refusals[action]] : undefined

/** The sentences about the rules of fields and about the errors of the domain that pages can meet, by their tags. */
export const en = {
  Blank: "Please fill in this field.",
  Length: ({ characters, max, min }: RuleOf<"Length">) =>
    `Please write ${min} to ${max}\u00a0characters. Right now there are ${characters}.`,
  NewPassword: ({ characters, max, min }: RuleOf<"Length">) =>
    characters === 0
      ? `Choose a password of ${min} to ${max}\u00a0characters.`
      : `Choose a password of ${min} to ${max}\u00a0characters (${characters}\u00a0so far).`,
  OneLine: "Please write a single line, without invisible characters.",
  Email: "Please enter an address like maria@example.org.",
  Letters: "Please use letters, digits, punctuation and single spaces, without < and >.",
  Marks: "Please use at most four accents on one letter.",
  Scripts: "Please use the letters of one alphabet only: letters of different alphabets can look the same.",
  SamePassword: "The new password must be a different one.",
  Number: "Please enter a number.",
  Range: ({ max, min }: RuleOf<"Range">) => `Please enter a number from ${min} to ${max}.`,
  Choice: "Please choose one of these.",
  IdempotencyConflict: ({ reason }: Pick<IdempotencyConflict, "reason">) =>
    reason === "inProgress"
      ? "This form is being processed already. Please try again in a moment."
      : "This form has been sent already. Open the page again to send something else.",
  NotChosen: "Please choose the disease from the list, or leave the field empty.",
  NoReason: "Please say what is wrong.",
  Time: "Please enter a date and a time.",
  WebAddress: "Please enter an address that begins with https:// or http://, without a user name and a password.",
  UsernameTaken: "Someone has this name already. Please choose another one.",
  EmailTaken: "There is an account with this address already. Please sign in, or use another address.",
  WrongLogin: "The address or the password is wrong.",
  WrongPassword: ({ field }: Pick<WrongPassword, "field">) =>
    field === "passkey"
      ? "That didn’t work with this passkey. Please try again, or enter your password. Nothing was changed."
      : "This isn’t your password. Nothing was changed.",
  SecondFactorNeeded: "Please enter the code from your app too.",
  WrongSignInCode: "This code is wrong, or was used already. Please wait for the next one, or take a recovery code.",
  WrongCode: "This code is wrong, or was used already. Please wait for the next one, or take a recovery code.",
  SignInStepOver: "That took too long. Please sign in again with your password.",
  PasskeyRefused: "That didn’t work with this passkey. Please try again, or sign in with your password.",
  RegistrationRefused:
    "The passkey could not be added. Maybe it took too long, or this device has one already. Please try again.",
  FactorNeeded: "Moderators and admins need a passkey or a code from an app. Please set up another one first.",
  TooManyPasskeys: `You already have ${maxPasskeys}\u00a0passkeys. Please remove one first.`,
  UntilPassed: "Please choose a time in the future.",
  ExpiryPassed: "Please choose a time in the future.",
  InvalidText: ({ tooLong }: InvalidText) =>
    tooLong === undefined
      ? "Nothing would be left of this text, because we remove everything in it. Please write it in plain words."
      : `Please write 1 to ${tooLong.max}\u00a0characters. Right now there are ${tooLong.characters}.`,
  TooCostly: "This text has too much formatting. Please use less of it, or split the text.",
  NestedTooDeep: "This text has too much formatting. Please use less of it, or split the text.",
  LeakFound: ({ what }: LeakFound) =>
    what === "email"
      ? "The text contains your email address. Please take it out: everyone could read it."
      : "The text contains a secret key. Please take it out, and delete the key in your settings.",
  AudienceRefused: ({ reason }: Pick<AudienceRefused, "reason">) =>
    reason === "noDisease"
      ? "Please choose a disease, or let everyone or all members read this."
      : "On this site, everyone can read everything. Please choose “Everyone”.",
  AudienceFixed: "Others have replied already. So you can show this to fewer people, but not to more.",
  AudiencesInUse: "Some posts are for members only, so this can’t be turned off.",
  UnknownDiseases: "We don’t know this disease. Please search for it by its name.",
  TooManyRequests: ({ limit, retryAfterSeconds }: TooManyRequests) =>
    limit === "codes"
      ? `There were too many wrong codes. Please try again in ${Math.ceil(retryAfterSeconds / 60)}\u00a0minutes.`
      : limit === "addressChanges"
        ? "You have given several new addresses today. Please try again tomorrow."
        : `That was too much at once. Please try again in ${retryAfterSeconds}\u00a0${retryAfterSeconds === 1 ? "second" : "seconds"}.`,
  TooManyApiKeys: `You already have ${maxApiKeys}\u00a0keys. Please delete one first.`,
  TooManyFeeds: `There are already ${maxFeeds}\u00a0feeds. Please remove one first.`,
  TooManyWebhooks: `There are already ${maxWebhooks}\u00a0webhooks. Please remove one first.`,
  WebhookUrlRefused: ({ reason }: Pick<WebhookUrlRefused, "reason">) =>
    reason === "https"
      ? "Please enter an address that begins with https://."
      : "Please enter an address on the public internet. This one belongs to a private network.",
  TooManyFollows: `You already follow ${maxFollows}\u00a0posts, diseases and members. Please unfollow something first.`,
  TooManyPushSubscriptions: `You’re already told on ${maxPushSubscriptions}\u00a0devices. Please remove one first.`,
  PushEndpointRefused: "We can’t send messages to this browser.",
  PushKeyRefused: "We can’t send messages to this browser.",
  LinkNotValid:
    "This link doesn’t work any more. Each link works once and for one hour, and only the newest one is valid. Please ask for a new one.",
  OwnReport: "You can’t report yourself or your own texts. You can edit or delete your texts.",
  ReportedAlready: "You have reported this already. We’re still deciding.",
  NothingToDecide: "There is nothing left to change here. Maybe someone else was faster.",
  AppealRefused: ({ why }: AppealRefused) =>
    ({
      again: "There is an appeal against this decision already.",
      nothingTaken: "You can’t appeal against this decision, because it doesn’t restrict you.",
      tooLate: `It is too late to appeal: you had ${appealDays}\u00a0days.`,
      decided: "This appeal has been decided already."
    })[why],
  AccountSuspended: "Your account has been suspended: you can read the decision and appeal, but not write.",
  NotAllowed: refused({
    confirm: "You signed in a while ago. Please enter your password too, or use your passkey.",
    guard:
      "Your powers rest until your account is safer: please add a passkey or codes from an app in your settings, under “Passkeys and codes”.",
    adminCode:
      "There is no admin yet. To become the first, you need the one-time code that the server printed when it started.",
    adminClosed: "You can’t choose this role when you join. Please ask an admin for it.",
    closed: "Right now, you can join by invitation only. Please ask an admin for a link.",
    invitation:
      "This invitation doesn’t work any more: it was used up, has expired or was ended. Please ask for a new one.",
    locked: "This post is closed: nobody can reply any more.",
    blocked: "The author of this post has blocked you. You can read it, but you can’t reply to it or like it.",
    lastAdmin: "You are the only admin. Please make another member an admin first.",
    ownDecision: "Nobody decides about themselves or their own texts. Please leave it to someone else.",
    otherModerator: "You made this decision, so someone else has to decide on the appeal."
  }),
  InvalidCursor: "This address doesn’t lead to a page of this list. Please start with the first one.",
  NothingToRank: "Only a search can be sorted by best match. Please enter some words.",
  PhenotypesMisused: "Please search either for a name or for symptoms. At least one symptom must be present.",
  FollowingOneself: "You can’t follow yourself.",
  HelpingOneself: "This is your own reply. Please choose one of another member.",
  UnknownReplyTo: "The reply you’re answering is no longer there. Please reply to the post instead.",
  BlockingOneself: "You can’t block yourself.",
  ActionUnfit: ({ why }: ActionUnfit) =>
    why === "all"
      ? "Please confirm that it’s about all texts of the member."
      : "This decision doesn’t fit here. Please choose another one. Only a suspension can have an end date.",
  MailOff:
    "This community sends no emails. Please ask the people who run it: an admin can create a link for a new password.",
  ExceedsCredential: "A key can’t create a key that may do more than it may itself.",
  ApiKeyExpired: "This key has expired. Please make a new one.",
  ForeignForm: "This form was sent from another website. Please open the page here and send it again.",
  VerificationRequestChanged: "The member has changed the request in the meantime. Please read it again.",
  Unavailable: ({ signsRead }: Unavailable) =>
    signsRead === undefined
      ? "The server can’t answer right now. Please try again in a moment."
      : `The symptoms are still loading, ${signsRead}% so far.`
}

/** The facts of each fault that its sentences depend on. */
export type Facts = {
  readonly [Tag in keyof typeof en]: (typeof en)[Tag] extends (facts: infer Given) => unknown ? Given : unknown
}

export type Text<Given> = string | ((facts: Given) => string | undefined)
export type Translations = { readonly [Tag in keyof Facts]: Text<Facts[Tag]> }
