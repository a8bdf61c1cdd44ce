import type { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpClientError, HttpClientResponse } from "@effect/platform"
import type { Brand, Effect, ParseResult, Schema, Types } from "effect"
import type { CommunityApi } from "../api/CommunityApi.ts"

import type { Conflict } from "../api/WireErrors.ts"

import type { Login, PasswordChange, Registration } from "../domain/accounts/Account.ts"
import type { ApiKeyChoice, KeyRotation, NewApiKey } from "../domain/accounts/ApiKey.ts"
import type { SessionsToEnd } from "../domain/accounts/Session.ts"
import type { CredentialsRevocation, NewSuspension } from "../domain/accounts/Suspension.ts"
import type { NewVerification, UserChange } from "../domain/accounts/User.ts"
import type { NotificationChoice } from "../domain/Notification.ts"
import type { CommentChange, NewComment } from "../domain/posts/Comment.ts"
import type { NewPost, PostChange } from "../domain/posts/Post.ts"

// The types of requests as programs write them: ids are numbers, and optional parts may be left out.

/** The schemas of bodies by group and endpoint: the type of an endpoint lacks the encoded form of its body. */
interface Bodies {
  readonly auth: {
    readonly register: typeof Registration
    readonly login: typeof Login
    readonly createApiKey: typeof NewApiKey
    readonly rotateApiKey: typeof KeyRotation
    readonly revokeApiKey: typeof ApiKeyChoice
    readonly changePassword: typeof PasswordChange
    readonly endSessions: typeof SessionsToEnd
  }
  readonly posts: { readonly create: typeof NewPost; readonly update: typeof PostChange }
  readonly comments: { readonly create: typeof NewComment; readonly update: typeof CommentChange }
  readonly notifications: { readonly markRead: typeof NotificationChoice }
  readonly users: {
    readonly update: typeof UserChange
    readonly updateMe: typeof UserChange
    readonly verify: typeof NewVerification
    readonly revokeCredentials: typeof CredentialsRevocation
    readonly suspend: typeof NewSuspension
  }
}

/** A body as it is on the wire, or as it is decoded. */
type Body<Group, Name, Payload> = Group extends keyof Bodies
  ? Name extends keyof Bodies[Group]
    ? Payload | (Bodies[Group][Name] extends Schema.Schema.Any ? Schema.Schema.Encoded<Bodies[Group][Name]> : never)
    : Payload
  : Payload

type Unbranded<A> = A extends Brand.Brand<string | symbol> ? Brand.Brand.Unbranded<A> : A
type Members<A> = { readonly [K in keyof A]: Unbranded<A[K]> }

type Empty = Record<never, never>

type Part<Name extends string, A> = [A] extends [never]
  ? unknown
  : Empty extends A
    ? { readonly [K in Name]?: A }
    : { readonly [K in Name]: A }

/** Of a write that may be sent again (contract, idempotency). */
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

type Method<Endpoint, Group, GroupError> =
  Endpoint extends HttpApiEndpoint.HttpApiEndpoint<
    infer Name,
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
            [Payload] extends [never] ? never : Body<Group, Name, Payload>,
            Headers,
            WithResponse
          >
        >
      ) => Effect.Effect<
        WithResponse extends true ? readonly [Success, HttpClientResponse.HttpClientResponse] : Success,
        Failure | GroupError | IdempotentFailure<HttpMethod> | HttpClientError.HttpClientError | ParseResult.ParseError
      >
    : never

type MethodsOf<Group, ApiError> =
  Group extends HttpApiGroup.HttpApiGroup<infer Name, infer Endpoints, infer GroupError, infer _R, infer _TopLevel>
    ? {
        readonly [Endpoint in Endpoints as HttpApiEndpoint.HttpApiEndpoint.Name<Endpoint>]: Method<
          Endpoint,
          Name,
          GroupError | ApiError
        >
      }
    : never

type GroupsOf<Api> =
  Api extends HttpApi.HttpApi<infer _Id, infer Groups, infer ApiError, infer _R>
    ? {
        readonly [Group in Groups as HttpApiGroup.HttpApiGroup.Name<Group>]: MethodsOf<Group, ApiError>
      }
    : never

/** The calls of a community by group and name. */
export type CommunityClient = GroupsOf<typeof CommunityApi>
