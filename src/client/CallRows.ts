// Made of the definition of the API by `npx vitest run -u test/client`.

import type { Login, PasskeyLogin, PasswordChange, Registration } from "../domain/accounts/Account.ts"
import type { ApiKeyChoice, KeyRotation, NewApiKey } from "../domain/accounts/ApiKey.ts"
import type { NewInvitation } from "../domain/accounts/Invitation.ts"
import type { Leaving } from "../domain/accounts/Leaving.ts"
import type { PasskeyChange } from "../domain/accounts/Passkey.ts"
import type { SecondFactorCode } from "../domain/accounts/SecondFactor.ts"
import type { SessionsToEnd } from "../domain/accounts/Session.ts"
import type { SettingsChange } from "../domain/accounts/Settings.ts"
import type { Proof } from "../domain/accounts/StepUp.ts"
import type { CredentialsRevocation, NewSuspension } from "../domain/accounts/Suspension.ts"
import type { NewVerification, UserChange } from "../domain/accounts/User.ts"
import type { NewVerificationRequest, VerificationRefusal } from "../domain/accounts/VerificationRequest.ts"
import type { CommunitySettingsChange } from "../domain/CommunitySettings.ts"
import type { EmailConfirmation, ForgottenPassword, PasswordLinkRequest, PasswordReset } from "../domain/mail/Mail.ts"
import type { AppealDecision, NewAppeal, NewDecision } from "../domain/moderation/Decision.ts"
import type { NewReport } from "../domain/moderation/Report.ts"
import type { NewFeed } from "../domain/news/Feed.ts"
import type { NewNews } from "../domain/news/News.ts"
import type { NotificationChoice } from "../domain/notifications/Notification.ts"
import type { NewPushSubscription } from "../domain/notifications/Push.ts"
import type { CommentChange, NewComment } from "../domain/posts/Comment.ts"
import type { NewPlace } from "../domain/posts/Place.ts"
import type { NewPost, PostChange } from "../domain/posts/Post.ts"
import type { NewWebhook, WebhookChange } from "../domain/webhooks/Webhook.ts"

/** Of a call without a body. */
type NoBody = undefined

/** The calls by group: the summaries of their operations, and the schemas of their bodies, which their types lack. */
export interface Calls {
  readonly auth: {
    /** Join the community. */ readonly register: typeof Registration
    /** Sign in. */ readonly login: typeof Login
    /** Sign out. */ readonly logout: NoBody
    /** Change your password. */ readonly changePassword: typeof PasswordChange
    /** Ask for a mail after a forgotten password. */ readonly forgotPassword: typeof ForgottenPassword
    /** Reset a forgotten password. */ readonly resetPassword: typeof PasswordReset
    /** Confirm a new email. */ readonly confirmEmail: typeof EmailConfirmation
    /** List your sessions. */ readonly listSessions: NoBody
    /** End your sessions. */ readonly endSessions: typeof SessionsToEnd
    /** Create an API key. */ readonly createApiKey: typeof NewApiKey
    /** List your API keys. */ readonly listApiKeys: NoBody
    /** Rotate an API key. */ readonly rotateApiKey: typeof KeyRotation
    /** Revoke an API key. */ readonly revokeApiKey: typeof ApiKeyChoice
  }
  readonly posts: {
    /** List and search posts. */ readonly list: NoBody
    /** Read a post. */ readonly get: NoBody
    /** Publish a post. */ readonly create: typeof NewPost
    /** Change a post. */ readonly update: typeof PostChange
    /** Read a post in another language. */ readonly translation: NoBody
    /** Read the earlier texts of a post. */ readonly revisions: NoBody
    /** Delete a post. */ readonly remove: NoBody
  }
  readonly comments: {
    /** List the comments of a post. */ readonly list: NoBody
    /** Comment on a post. */ readonly create: typeof NewComment
    /** Read a comment. */ readonly get: NoBody
    /** Change a comment. */ readonly update: typeof CommentChange
    /** Read a comment in another language. */ readonly translation: NoBody
    /** Read the earlier texts of a comment. */ readonly revisions: NoBody
    /** Mark a comment as one that helped. */ readonly markHelped: NoBody
    /** Take back the mark that a comment helped. */ readonly unmarkHelped: NoBody
    /** Like a comment, or take the like back. */ readonly toggleLike: NoBody
    /** Like a comment. */ readonly like: NoBody
    /** Take a like of a comment back. */ readonly takeLike: NoBody
    /** Delete a comment. */ readonly remove: NoBody
  }
  readonly places: {
    /** Set your place in a thread. */ readonly set: typeof NewPlace
  }
  readonly likes: {
    /** Count the likes of a post. */ readonly get: NoBody
    /** Like a post, or take the like back. */ readonly toggle: NoBody
    /** Like a post. */ readonly give: NoBody
    /** Take a like back. */ readonly take: NoBody
  }
  readonly news: {
    /** List news. */ readonly list: NoBody
    /** Read a news item. */ readonly get: NoBody
    /** Delete a news item. */ readonly remove: NoBody
    /** Write news of the community. */ readonly create: typeof NewNews
    /** Rewrite news of the community. */ readonly update: typeof NewNews
    /** List the news feeds. */ readonly listFeeds: NoBody
    /** Add a news feed. */ readonly addFeed: typeof NewFeed
    /** Remove a news feed. */ readonly removeFeed: NoBody
  }
  readonly diseases: {
    /** List and search diseases. */ readonly list: NoBody
    /** Read about a disease. */ readonly get: NoBody
  }
  readonly phenotypes: {
    /** List and search phenotypes. */ readonly list: NoBody
    /** Read about a phenotype. */ readonly get: NoBody
  }
  readonly users: {
    /** List members. */ readonly list: NoBody
    /** Read your own profile. */ readonly me: NoBody
    /** Change your own profile. */ readonly updateMe: typeof UserChange
    /** Read about a member. */ readonly get: NoBody
    /** Change a profile. */ readonly update: typeof UserChange
    /** Verify a member. */ readonly verify: typeof NewVerification
    /** Withdraw a verification. */ readonly unverify: NoBody
    /** End a member's sessions and keys. */ readonly revokeCredentials: typeof CredentialsRevocation
    /** Suspend a member. */ readonly suspend: typeof NewSuspension
    /** End a suspension. */ readonly unsuspend: NoBody
    /** Make a link by which a member sets a password. */ readonly passwordLink: typeof PasswordLinkRequest
    /** Block a member. */ readonly block: NoBody
    /** End a block. */ readonly unblock: NoBody
    /** List the members whom you block. */ readonly listBlocks: NoBody
    /** Leave the community. */ readonly leave: typeof Leaving
    /** Export your data. */ readonly export: NoBody
  }
  readonly verificationRequests: {
    /** Ask to be verified. */ readonly put: typeof NewVerificationRequest
    /** Withdraw your request to be verified. */ readonly withdraw: NoBody
    /** List requests to be verified. */ readonly list: NoBody
    /** Refuse a request to be verified. */ readonly refuse: typeof VerificationRefusal
  }
  readonly invitations: {
    /** Invite people to join. */ readonly create: typeof NewInvitation
    /** List invitations. */ readonly list: NoBody
    /** End an invitation. */ readonly end: NoBody
  }
  readonly follows: {
    /** Follow a post. */ readonly followPost: NoBody
    /** Stop following a post. */ readonly unfollowPost: NoBody
    /** Follow a disease. */ readonly followDisease: NoBody
    /** Stop following a disease. */ readonly unfollowDisease: NoBody
    /** Follow a member. */ readonly followUser: NoBody
    /** Stop following a member. */ readonly unfollowUser: NoBody
    /** List what you follow. */ readonly list: NoBody
  }
  readonly settings: {
    /** Read your settings. */ readonly get: NoBody
    /** Change your settings. */ readonly update: typeof SettingsChange
  }
  readonly reports: {
    /** Report a post, a comment or a member. */ readonly send: typeof NewReport
    /** List reports. */ readonly list: NoBody
    /** Read a report. */ readonly get: NoBody
  }
  readonly moderation: {
    /** Count what waits for moderators. */ readonly queue: NoBody
    /** Read how the community and its server are. */ readonly health: NoBody
  }
  readonly decisions: {
    /** Decide about a post, a comment or a member. */ readonly decide: typeof NewDecision
    /** List decisions. */ readonly list: NoBody
    /** Read a decision. */ readonly get: NoBody
    /** Appeal against a decision. */ readonly appeal: typeof NewAppeal
    /** Decide on an appeal. */ readonly decideAppeal: typeof AppealDecision
  }
  readonly audit: {
    /** Read the audit log. */ readonly list: NoBody
  }
  readonly community: {
    /** Read the community's settings. */ readonly get: NoBody
    /** Change the community's settings. */ readonly update: typeof CommunitySettingsChange
  }
  readonly webhooks: {
    /** Add a webhook. */ readonly create: typeof NewWebhook
    /** List the webhooks. */ readonly list: NoBody
    /** Change a webhook. */ readonly update: typeof WebhookChange
    /** Remove a webhook. */ readonly remove: NoBody
  }
  readonly notifications: {
    /** List your notifications. */ readonly list: NoBody
    /** Mark notifications read. */ readonly markRead: typeof NotificationChoice
  }
  readonly push: {
    /** List your devices. */ readonly state: NoBody
    /** Be told on a device. */ readonly subscribe: typeof NewPushSubscription
    /** Remove a device. */ readonly remove: NoBody
  }
  readonly factors: {
    /** Get the options of a sign-in with a passkey. */ readonly passkeyLoginOptions: NoBody
    /** Sign in with a passkey. */ readonly passkeyLogin: typeof PasskeyLogin
    /** Get the options of a new passkey. */ readonly passkeyOptions: NoBody
    /** Add a passkey. */ readonly addPasskey: NoBody
    /** List your passkeys. */ readonly listPasskeys: NoBody
    /** Get a passkey. */ readonly getPasskey: NoBody
    /** Rename a passkey. */ readonly renamePasskey: typeof PasskeyChange
    /** Remove a passkey. */ readonly removePasskey: typeof Proof
    /** See if your second factor is on. */ readonly secondFactor: NoBody
    /** Get a secret for an app that shows codes. */ readonly beginSecondFactor: typeof Proof
    /** Turn the second factor on. */ readonly enableSecondFactor: typeof SecondFactorCode
    /** Renew the recovery codes. */ readonly renewRecoveryCodes: NoBody
    /** Turn the second factor off. */ readonly removeSecondFactor: NoBody
  }
  readonly notificationsStream: {
    /** Follow your notifications. */ readonly open: NoBody
  }
  readonly statistics: {
    /** Count the community. */ readonly get: NoBody
  }
  readonly feeds: {
    /** Follow posts in a feed reader. */ readonly posts: NoBody
    /** Follow a thread in a feed reader. */ readonly comments: NoBody
    /** Follow news in a feed reader. */ readonly news: NoBody
  }
  readonly mcp: {
    /** Open an MCP stream. */ readonly open: NoBody
    /** Send an MCP message. */ readonly send: NoBody
    /** End an MCP session. */ readonly end: NoBody
  }
  readonly rpc: {
    /** Call typed procedures. */ readonly call: NoBody
  }
  readonly operation: {
    /** Ask whether the server is alive. */ readonly health: NoBody
    /** Ask whether the server can serve. */ readonly ready: NoBody
    /** Read the metrics of this process. */ readonly metrics: NoBody
    /** Read this document. */ readonly document: NoBody
    /** Browse this document. */ readonly docs: NoBody
  }
  readonly discovery: {
    /** Find the interfaces. */ readonly index: NoBody
    /** Discover the MCP server. */ readonly catalog: NoBody
    /** Read the card of the MCP server. */ readonly serverCard: NoBody
    /** Read the overview for language models. */ readonly llms: NoBody
    /** Learn to use the service. */ readonly skill: NoBody
  }
}
