import type {
  HttpApi,
  HttpApiEndpoint,
  HttpApiError,
  HttpApiGroup,
  HttpClientError,
  HttpClientResponse
} from "@effect/platform"
import type { Brand, Effect, ParseResult, Schema, Types } from "effect"
import type { CommunityApi } from "../api/CommunityApi.ts"
import type { BadRequest, Conflict } from "../api/WireErrors.ts"
import type { Login, PasswordChange, Registration } from "../domain/accounts/Account.ts"
import type { ApiKeyChoice, KeyRotation, NewApiKey } from "../domain/accounts/ApiKey.ts"
import type { Leaving } from "../domain/accounts/Leaving.ts"
import type { SessionsToEnd } from "../domain/accounts/Session.ts"
import type { SettingsChange } from "../domain/accounts/Settings.ts"
import type { CredentialsRevocation, NewSuspension } from "../domain/accounts/Suspension.ts"
import type { NewVerification, UserChange } from "../domain/accounts/User.ts"
import type { EmailConfirmation, ForgottenPassword, PasswordReset } from "../domain/mail/Mail.ts"
import type { AppealDecision, NewAppeal, NewDecision } from "../domain/moderation/Decision.ts"
import type { NewReport } from "../domain/moderation/Report.ts"
import type { NotificationChoice } from "../domain/Notification.ts"
import type { CommentChange, NewComment } from "../domain/posts/Comment.ts"
import type { NewPost, PostChange } from "../domain/posts/Post.ts"

/** Of a call without a body. */
type NoBody = undefined

/**
 * The calls by group, with the summaries of their operations and the schemas of their bodies, which their endpoints' types
 * lack.
 */
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
    /** Revoke an API key. */ readonly revokeApiKey: typeof ApiKeyChoice
    /** Rotate an API key. */ readonly rotateApiKey: typeof KeyRotation
  }
  readonly posts: {
    /** List and search posts. */ readonly list: NoBody
    /** Publish a post. */ readonly create: typeof NewPost
    /** Read a post. */ readonly get: NoBody
    /** Read the earlier texts of a post. */ readonly revisions: NoBody
    /** Change a post. */ readonly update: typeof PostChange
    /** Delete a post. */ readonly remove: NoBody
  }
  readonly comments: {
    /** List the comments of a post. */ readonly list: NoBody
    /** Comment on a post. */ readonly create: typeof NewComment
    /** Read the earlier texts of a comment. */ readonly revisions: NoBody
    /** Change a comment. */ readonly update: typeof CommentChange
    /** Delete a comment. */ readonly remove: NoBody
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
    /** Export your data. */ readonly export: NoBody
    /** Leave the community. */ readonly leave: typeof Leaving
    /** Block a member. */ readonly block: NoBody
    /** End a block. */ readonly unblock: NoBody
    /** List the members whom you block. */ readonly listBlocks: NoBody
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
  readonly notifications: {
    /** List your notifications. */ readonly list: NoBody
    /** Mark notifications read. */ readonly markRead: typeof NotificationChoice
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

// The types of requests as programs write them: ids are numbers, and optional parts may be left out.

/** A body as it is on the wire. */
type Body<Row, Payload> = Row extends Schema.Schema.Any ? Schema.Schema.Encoded<Row> : Payload

type Unbranded<A> = A extends Brand.Brand<string | symbol> ? Brand.Brand.Unbranded<A> : A
type Members<A> = { readonly [K in keyof A]: Unbranded<A[K]> }

type Empty = Record<never, never>

type Part<Name extends string, A> = [A] extends [never]
  ? unknown
  : Empty extends A
    ? { readonly [K in Name]?: A }
    : { readonly [K in Name]: A }

/** Of a write that may be sent again (contract, Conventions). */
type Idempotent<Method> = Method extends "GET" ? unknown : { readonly idempotencyKey?: string | undefined }

/** The failure of a write whose key was sent with another request. */
type IdempotentFailure<Method> = Method extends "GET" ? never : Conflict

type RequestOptions<Method, Path, UrlParams, Payload, Headers, WithResponse extends boolean> = Types.Simplify<
  Part<"path", Members<Path>> &
    Part<"urlParams", Members<UrlParams>> &
    Part<"payload", Payload> &
    Part<"headers", Members<Headers>> &
    Idempotent<Method> & { readonly withResponse?: WithResponse }
>

type Arguments<Request> = Empty extends Request ? [request?: Request] : [request: Request]

type Method<Endpoint, Row, GroupError> =
  Endpoint extends HttpApiEndpoint.HttpApiEndpoint<
    infer _Name,
    infer HttpMethod,
    infer Path,
    infer UrlParams,
    infer Payload,
    infer Headers,
    infer Success,
    infer Failure,
    infer _R,
    infer _RE
  >
    ? <WithResponse extends boolean = false>(
        ...request: Arguments<
          RequestOptions<
            HttpMethod,
            Path,
            UrlParams,
            [Payload] extends [never] ? never : Body<Row, Payload>,
            Headers,
            WithResponse
          >
        >
      ) => Effect.Effect<
        WithResponse extends true ? readonly [Success, HttpClientResponse.HttpClientResponse] : Success,
        | Exclude<Failure | GroupError, HttpApiError.HttpApiDecodeError>
        | BadRequest
        | IdempotentFailure<HttpMethod>
        | HttpClientError.HttpClientError
        | ParseResult.ParseError
      >
    : never

type Named<Endpoints, Name> = Endpoints extends { readonly name: Name } ? Endpoints : never

/** The calls of a group: mapped from their rows, whose documentation editors show. */
type MethodsOf<Group, Rows, ApiError> =
  Group extends HttpApiGroup.HttpApiGroup<infer _Name, infer Endpoints, infer GroupError, infer _R, infer _TopLevel>
    ? { readonly [Name in keyof Rows]: Method<Named<Endpoints, Name>, Rows[Name], GroupError | ApiError> }
    : never

type GroupsOf<Api> =
  Api extends HttpApi.HttpApi<infer _Id, infer Groups, infer ApiError, infer _R>
    ? {
        readonly [Name in keyof Calls]: MethodsOf<
          HttpApiGroup.HttpApiGroup.WithName<Groups, Name>,
          Calls[Name],
          ApiError
        >
      }
    : never

/** The calls of a community by group and name. */
export type CommunityClient = GroupsOf<typeof CommunityApi>
