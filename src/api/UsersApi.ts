import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { UserId } from "../domain/Ids.ts"
import { Role } from "../domain/Role.ts"
import { UserChange, UserDetail, UserPage } from "../domain/User.ts"
import { SignedIn } from "./Access.ts"
import { decimal } from "./Decimal.ts"
import { example } from "./Example.ts"
import { optional, pageQuery, SearchQuery } from "./Query.ts"
import { pageWith, user, userDetail } from "./Samples.ts"
import { Conflict, Forbidden, NotFound } from "./WireErrors.ts"

const UserPath = Schema.Struct({ id: decimal(UserId) })

/** Members (spec, User endpoints). */
export class UsersApi extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("list", "/users")
      .setUrlParams(
        Schema.Struct({
          ...pageQuery(),
          role: optional(Role, { description: "Only members of this role." }),
          search: optional(SearchQuery, {
            description:
              "For admins alone: part of a username or an email, without regard to case and width; their beginning when " +
              "it is shorter than three characters."
          })
        })
      )
      .addSuccess(UserPage)
      .addError(Forbidden.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "List members")
      .annotate(OpenApi.Description, "One page of members, newest first, without emails and diseases.")
      .annotate(...example({ status: 200, response: pageWith(user) }))
  )
  .add(
    HttpApiEndpoint.get("me", "/users/me")
      .addSuccess(UserDetail)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Read about oneself")
      .annotate(OpenApi.Description, "The caller, with email, role and diseases.")
      .annotate(...example({ status: 200, response: { ...userDetail, email: "maria@example.org" } }))
  )
  .add(
    HttpApiEndpoint.patch("updateMe", "/users/me")
      .setPayload(UserChange)
      .addSuccess(UserDetail)
      .addError(Forbidden.wire)
      .addError(Conflict.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Change one's own profile")
      .annotate(
        OpenApi.Description,
        "What is absent stays; `bio: null` clears it; `role` is for admins alone, 403 for others who send it."
      )
      .annotate(
        ...example({
          status: 200,
          request: { diseaseIds: [12] },
          response: { ...userDetail, email: "maria@example.org" }
        })
      )
  )
  .add(
    HttpApiEndpoint.get("get", "/users/:id")
      .setPath(UserPath)
      .addSuccess(UserDetail)
      .addError(NotFound.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Read about a member")
      .annotate(OpenApi.Description, "With role and diseases; the email only to oneself and to admins.")
      .annotate(...example({ status: 200, response: userDetail }))
  )
  .add(
    HttpApiEndpoint.patch("update", "/users/:id")
      .setPath(UserPath)
      .setPayload(UserChange)
      .addSuccess(UserDetail)
      .addError(Forbidden.wire)
      .addError(NotFound.wire)
      .addError(Conflict.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Change a profile")
      .annotate(
        OpenApi.Description,
        "For oneself and admins. What is absent stays; `bio: null` clears it; `role` is for admins alone."
      )
      .annotate(...example({ status: 200, request: { diseaseIds: [12] }, response: userDetail }))
  )
  .annotate(OpenApi.Title, "Users")
  .annotate(OpenApi.Description, "The members of the community.")
  .prefix("/api") {}
