import type {
  HttpApi,
  HttpApiEndpoint,
  HttpApiError,
  HttpApiGroup,
  HttpClientError,
  HttpClientResponse
} from "@effect/platform"
import type { Brand, Effect, ParseResult, Types } from "effect"
import type { Encoded } from "../api/Body.ts"
import type { CommunityApi } from "../api/CommunityApi.ts"
import type { BadRequest, Conflict } from "../api/WireErrors.ts"
import type { CallNames } from "./CallNames.ts"

// The types of requests as programs write them: ids are numbers, and optional parts may be left out.

type Unbranded<A> = A extends Brand.Brand<string | symbol> ? Brand.Brand.Unbranded<A> : A
type Members<A> = { readonly [K in keyof A]: Unbranded<A[K]> }

type Empty = Record<never, never>

type Part<Name extends string, A> = [A] extends [never]
  ? unknown
  : Empty extends A
    ? { readonly [K in Name]?: A }
    : { readonly [K in Name]: A }

/** The option of a write that may be sent again (contract, Conventions). */
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

type Method<Endpoint, GroupError> =
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
            [Payload] extends [never] ? never : Encoded<Payload>,
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

/** The calls of a group. Editors show the documentation of `Names`, from which they are mapped. */
type MethodsOf<Group, Names, ApiError> =
  Group extends HttpApiGroup.HttpApiGroup<infer _Name, infer Endpoints, infer GroupError, infer _R, infer _TopLevel>
    ? { readonly [Name in keyof Names]: Method<Named<Endpoints, Name>, GroupError | ApiError> }
    : never

type GroupsOf<Api> =
  Api extends HttpApi.HttpApi<infer _Id, infer Groups, infer ApiError, infer _R>
    ? {
        readonly [Name in keyof CallNames]: MethodsOf<
          HttpApiGroup.HttpApiGroup.WithName<Groups, Name>,
          CallNames[Name],
          ApiError
        >
      }
    : never

/** The calls of a community by group and name. */
export type CommunityClient = GroupsOf<typeof CommunityApi>
