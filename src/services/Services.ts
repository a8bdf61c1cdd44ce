import { Layer } from "effect"
import { AccountSecurity } from "./accounts/AccountSecurity.ts"
import { Accounts } from "./accounts/Accounts.ts"
import { ApiKeys } from "./accounts/ApiKeys.ts"
import { AuditLog } from "./accounts/AuditLog.ts"
import { Blocks } from "./accounts/Blocks.ts"
import { Credentials, openConnectionsChecked } from "./accounts/Credentials.ts"
import { EndSessions } from "./accounts/EndSessions.ts"
import { Export } from "./accounts/Export.ts"
import { FirstAdmin } from "./accounts/FirstAdmin.ts"
import { Codes } from "./accounts/factors/Codes.ts"
import { CommonPasswords } from "./accounts/factors/CommonPasswords.ts"
import { FactorChange } from "./accounts/factors/FactorChange.ts"
import { OwnPasskeys } from "./accounts/factors/OwnPasskeys.ts"
import { PasskeyCheck } from "./accounts/factors/PasskeyCheck.ts"
import { SecondFactors } from "./accounts/factors/SecondFactors.ts"
import { Invitations } from "./accounts/Invitations.ts"
import { KeyedHash } from "./accounts/KeyedHash.ts"
import { LeakGuard } from "./accounts/LeakGuard.ts"
import { Leaving } from "./accounts/Leaving.ts"
import { LoginAttempts } from "./accounts/LoginAttempts.ts"
import { Settings } from "./accounts/Settings.ts"
import { SignIn } from "./accounts/SignIn.ts"
import { StepUp } from "./accounts/StepUp.ts"
import { Suspensions, SuspensionWrites } from "./accounts/Suspensions.ts"
import { Users } from "./accounts/Users.ts"
import { VerificationRequests } from "./accounts/VerificationRequests.ts"
import { Changes } from "./Changes.ts"
import { CommunitySettings } from "./CommunitySettings.ts"
import { CommunitySetup } from "./CommunitySetup.ts"
import { ConnectionQuota } from "./ConnectionQuota.ts"
import { Care } from "./diseases/Care.ts"
import { DiseaseFinder } from "./diseases/DiseaseFinder.ts"
import { Diseases } from "./diseases/Diseases.ts"
import * as FanOut from "./follows/FanOut.ts"
import { Follows } from "./follows/Follows.ts"
import { Idempotency } from "./Idempotency.ts"
import { Languages } from "./languages/Languages.ts"
import { AccountLinks } from "./mail/AccountLinks.ts"
import { MailSender } from "./mail/MailSender.ts"
import { OutgoingMail } from "./mail/OutgoingMail.ts"
import { PasswordLinks } from "./mail/PasswordLinks.ts"
import { Unsubscribing } from "./mail/Unsubscribing.ts"
import { Appeals } from "./moderation/Appeals.ts"
import { CaseAlertSender } from "./moderation/CaseAlertSender.ts"
import { CaseAlerts } from "./moderation/CaseAlerts.ts"
import { Decisions } from "./moderation/Decisions.ts"
import { Enforcement } from "./moderation/Enforcement.ts"
import { FirstPosts } from "./moderation/FirstPosts.ts"
import { Health } from "./moderation/Health.ts"
import { HiddenPosts } from "./moderation/HiddenPosts.ts"
import { HiddenTexts } from "./moderation/HiddenTexts.ts"
import { Reports } from "./moderation/Reports.ts"
import { Targets } from "./moderation/Targets.ts"
import { Feeds } from "./news/Feeds.ts"
import { News } from "./news/News.ts"
import { NotificationFeed } from "./notifications/NotificationFeed.ts"
import { Notifications } from "./notifications/Notifications.ts"
import { OutgoingPush } from "./notifications/OutgoingPush.ts"
import { PushKey } from "./notifications/PushKey.ts"
import { PushSender } from "./notifications/PushSender.ts"
import { PushSubscriptions } from "./notifications/PushSubscriptions.ts"
import { MetricsAccess, Readiness, ShutdownSignal } from "./Operation.ts"
import { PhenotypeEngine } from "./phenotypes/PhenotypeEngine.ts"
import { PhenotypeSearch } from "./phenotypes/PhenotypeSearch.ts"
import { Phenotypes } from "./phenotypes/Phenotypes.ts"
import { Audiences } from "./posts/Audiences.ts"
import { CommentFeed } from "./posts/CommentFeed.ts"
import { Comments } from "./posts/Comments.ts"
import { ContentFilter } from "./posts/ContentFilter.ts"
import { Likes } from "./posts/Likes.ts"
import { Places } from "./posts/Places.ts"
import { PostSearch } from "./posts/PostSearch.ts"
import { Posts } from "./posts/Posts.ts"
import { Revisions } from "./posts/Revisions.ts"
import { Similar } from "./posts/Similar.ts"
import { Translations } from "./posts/Translations.ts"
import { ViewCounter } from "./posts/ViewCounter.ts"
import { RateLimits } from "./RateLimits.ts"
import { Statistics } from "./Statistics.ts"
import { WriteBudgets } from "./WriteBudgets.ts"
import { OutgoingWebhooks } from "./webhooks/OutgoingWebhooks.ts"
import { WebhookSender } from "./webhooks/WebhookSender.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"

/** The senders in the background: alerts of moderators, and messages to followers, devices and webhooks. */
const Senders = Layer.mergeAll(
  FanOut.layer,
  Layer.provide(CaseAlertSender.running, CaseAlertSender.layer),
  Layer.provide(PushSender.running, PushSender.layer),
  Layer.provide(WebhookSender.running, WebhookSender.layer)
).pipe(Layer.provide(Layer.merge(OutgoingPush.layer, OutgoingWebhooks.layer)))

/** What the services of accounts share. */
const AccountParts = Layer.provideMerge(FactorChange.layer, Codes.layer)

/** The proofs of who acts, which settings of the community demand, too. */
const Proofs = Layer.provideMerge(StepUp.layer, Layer.merge(LoginAttempts.layer, PasskeyCheck.layer))

/**
 * Every service that a transport calls, over the ports. A layer needs those below it: `provideMerge` shows it to
 * transports too, `provide` to services alone. At the top are the services of one noun each, which do not need one
 * another; the parts of accounts below them need mail. Then come notifications and the senders, which need the tokens,
 * keys and quotas under them, and the searches, which need the index of diseases. Texts are filtered and mails stored
 * by the layers after these. Decisions suspend members and hide texts, so `Enforcement` is above the layers that do so.
 * Settings and sessions are above the audit log, which records their changes. At the bottom is what every write needs:
 * changes, which all instances hear, and the signal to shut down, after which no write waits for a lock.
 */
export const layer = Layer.mergeAll(
  Accounts.layer,
  AccountSecurity.layer,
  ApiKeys.layer,
  Blocks.layer,
  Care.layer,
  Export.layer,
  Leaving.layer,
  OwnPasskeys.layer,
  SecondFactors.layer,
  CommentFeed.layer,
  Comments.layer,
  CommonPasswords.layer,
  CommunitySetup.layer,
  Appeals.layer,
  Credentials.layer,
  Decisions.layer,
  Diseases.layer,
  Feeds.layer,
  Follows.layer,
  Idempotency.layer,
  Likes.layer,
  MetricsAccess.layer,
  News.layer,
  Suspensions.layer,
  PasswordLinks.layer,
  Phenotypes.layer,
  Places.layer,
  Posts.layer,
  PushSubscriptions.layer,
  Readiness.layer,
  Revisions.layer,
  Settings.layer,
  Similar.layer,
  Layer.provideMerge(Health.layer, Layer.merge(Reports.layer, Statistics.layer)),
  Translations.layer,
  Users.layer,
  VerificationRequests.layer,
  Webhooks.layer,
  WriteBudgets.layer
).pipe(
  Layer.provideMerge(SignIn.layer),
  Layer.provide(AccountParts),
  Layer.provideMerge(Notifications.layer),
  Layer.provideMerge(NotificationFeed.layer),
  Layer.merge(Layer.mergeAll(openConnectionsChecked, Senders)),
  Layer.merge(Layer.provideMerge(MailSender.running, MailSender.layer)),
  Layer.provideMerge(Layer.merge(Unsubscribing.layer, PushKey.layer)),
  Layer.provideMerge(ConnectionQuota.layer),
  Layer.provide(Layer.mergeAll(Audiences.layer, FirstPosts.layer, HiddenPosts.layer, PostSearch.layer)),
  Layer.provideMerge(
    Layer.provideMerge(PhenotypeSearch.layer, Layer.merge(PhenotypeEngine.layer, DiseaseFinder.layer))
  ),
  Layer.provide(ViewCounter.layer),
  Layer.provideMerge(ContentFilter.layer),
  Layer.provideMerge(Layer.provideMerge(AccountLinks.layer, OutgoingMail.layer)),
  Layer.provide(Layer.provideMerge(Layer.merge(Enforcement.layer, Targets.layer), CaseAlerts.layer)),
  Layer.provideMerge(Layer.merge(CommunitySettings.layer, Invitations.layer)),
  Layer.provide(
    Layer.provideMerge(
      Proofs,
      Layer.mergeAll(EndSessions.layer, KeyedHash.layer, LeakGuard.layer, SuspensionWrites.layer)
    )
  ),
  Layer.provideMerge(AuditLog.layer),
  Layer.provideMerge(Layer.mergeAll(FirstAdmin.layer, HiddenTexts.layer, RateLimits.layer)),
  Layer.provideMerge(Layer.merge(Changes.layer, Languages.layer)),
  Layer.provide(ShutdownSignal.layer)
)
