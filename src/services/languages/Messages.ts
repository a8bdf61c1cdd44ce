import type account from "../../../content/languages/en/account.json"
import type admin from "../../../content/languages/en/admin.json"
import type care from "../../../content/languages/en/care.json"
import type cases from "../../../content/languages/en/cases.json"
import type devices from "../../../content/languages/en/devices.json"
import type disease from "../../../content/languages/en/disease.json"
import type factors from "../../../content/languages/en/factors.json"
import type faults from "../../../content/languages/en/faults.json"
import type groups from "../../../content/languages/en/groups.json"
import type health from "../../../content/languages/en/health.json"
import type home from "../../../content/languages/en/home.json"
import type invitations from "../../../content/languages/en/invitations.json"
import type keys from "../../../content/languages/en/keys.json"
import type layout from "../../../content/languages/en/layout.json"
import type mail from "../../../content/languages/en/mail.json"
import type members from "../../../content/languages/en/members.json"
import type moderation from "../../../content/languages/en/moderation.json"
import type news from "../../../content/languages/en/news.json"
import type phenotypes from "../../../content/languages/en/phenotypes.json"
import type prevalence from "../../../content/languages/en/prevalence.json"
import type push from "../../../content/languages/en/push.json"
import type reading from "../../../content/languages/en/reading.json"
import type settings from "../../../content/languages/en/settings.json"
import type statistics from "../../../content/languages/en/statistics.json"
import type translation from "../../../content/languages/en/translation.json"
import type webhooks from "../../../content/languages/en/webhooks.json"
import type writing from "../../../content/languages/en/writing.json"
import type { MessageArguments } from "./MessageArguments.ts"

/** The English texts as they lie in `content/languages/en`, a file each. */
interface EnglishTexts {
  readonly account: typeof account
  readonly admin: typeof admin
  readonly care: typeof care
  readonly cases: typeof cases
  readonly devices: typeof devices
  readonly disease: typeof disease
  readonly factors: typeof factors
  readonly faults: typeof faults
  readonly groups: typeof groups
  readonly health: typeof health
  readonly home: typeof home
  readonly invitations: typeof invitations
  readonly keys: typeof keys
  readonly layout: typeof layout
  readonly mail: typeof mail
  readonly members: typeof members
  readonly moderation: typeof moderation
  readonly news: typeof news
  readonly phenotypes: typeof phenotypes
  readonly prevalence: typeof prevalence
  readonly push: typeof push
  readonly reading: typeof reading
  readonly settings: typeof settings
  readonly statistics: typeof statistics
  readonly translation: typeof translation
  readonly webhooks: typeof webhooks
  readonly writing: typeof writing
}

type Message<Path extends string> = Path extends keyof MessageArguments
  ? (given: MessageArguments[Path]) => string
  : string

type MessagesOf<Texts, Path extends string> = {
  readonly [Key in keyof Texts & string]: Texts[Key] extends string
    ? Message<`${Path}${Key}`>
    : Texts[Key] extends ReadonlyArray<string>
      ? ReadonlyArray<string>
      : MessagesOf<Texts[Key], `${Path}${Key}.`>
}

/** The messages of the server in one language: texts, and functions of the arguments of those that have some. */
export type Messages = MessagesOf<EnglishTexts, "">
