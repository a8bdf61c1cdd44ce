import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Done, Login, Registration, SignedIn as Session } from "../domain/accounts/Account.ts"
import { ApiKeyChoice, ApiKeyList, CreatedApiKey, NewApiKey } from "../domain/accounts/ApiKey.ts"
import { Addressed, Anyone, CountsAs, SignedIn } from "./Access.ts"
import { Example } from "./document/Example.ts"
import { createdAt, signedIn } from "./document/Samples.ts"
import { Conflict, Forbidden, NotFound } from "./WireErrors.ts"

/** Joining, signing in, and the keys of agents (spec, Authentication endpoints). */
export class AccountsApi extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("register", "/auth/register")
      .setPayload(Registration)
      .addSuccess(Session, { status: 201 })
      .addError(Forbidden.wire)
      .addError(Conflict.wire)
      .middleware(Anyone)
      .middleware(Addressed)
      .annotate(CountsAs, ["auth"])
      .annotate(OpenApi.Summary, "Join the community")
      .annotate(
        OpenApi.Description,
        "Creates an account and signs in. `role` may be `user` or `expert`; `admin` is for an admin to give, " +
          "or for the first with the one-time code that the server printed when it started (`adminCode`); the code ends " +
          "when there is an admin. A taken email or username is 409."
      )
      .annotate(Example, {
        request: { username: "maria_zebra", email: "maria@example.org", password: "correct horse battery staple" },
        response: signedIn
      })
  )
  .add(
    HttpApiEndpoint.post("login", "/auth/login")
      .setPayload(Login)
      .addSuccess(Session)
      .middleware(Anyone)
      .middleware(Addressed)
      .annotate(CountsAs, ["auth"])
      .annotate(OpenApi.Summary, "Sign in")
      .annotate(
        OpenApi.Description,
        "Answers a token that is valid for 24 hours. A failure does not tell a wrong email from a wrong password. " +
          "After many failed logins an email is closed for an hour to addresses that it was not used from before (429)."
      )
      .annotate(Example, {
        request: { email: "maria@example.org", password: "correct horse battery staple" },
        response: signedIn
      })
  )
  .add(
    HttpApiEndpoint.post("logout", "/auth/logout")
      .addSuccess(Done)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Sign out")
      .annotate(
        OpenApi.Description,
        "Ends the token of the call at once, and no other. An API key has no session to end: 400."
      )
      .annotate(Example, { response: { success: true } })
  )
  .add(
    HttpApiEndpoint.post("createApiKey", "/auth/apikeys")
      .setPayload(NewApiKey)
      .addSuccess(CreatedApiKey, { status: 201 })
      .addError(Conflict.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Create an API key")
      .annotate(
        OpenApi.Description,
        "A long-lived key for an agent. Only this response contains the key; `usage` shows how to send it. " +
          "A member may have 100 keys; one more is 409."
      )
      .annotate(Example, {
        request: { name: "my agent", agent: true, dailyWrites: 200 },
        response: {
          id: 5,
          key: "rdc_8sK2mQv0xTnB4cWz7LhJp5RyD1fGaEo3uX9iYtbqN6",
          name: "my agent",
          usage: "Send the header Authorization: ApiKey rdc_… with each request.",
          createdAt,
          scopes: ["read", "write", "notifications"],
          expiresAt: null,
          agent: true,
          dailyWrites: 200
        }
      })
  )
  .add(
    HttpApiEndpoint.get("listApiKeys", "/auth/apikeys")
      .addSuccess(ApiKeyList)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "List your API keys")
      .annotate(OpenApi.Description, "Your keys, oldest first, without their secrets.")
      .annotate(Example, {
        response: {
          data: [
            {
              id: 5,
              name: "my agent",
              prefix: "rdc_8sK2",
              createdAt,
              lastUsedAt: null,
              scopes: ["read", "write", "notifications"],
              expiresAt: null,
              agent: true,
              dailyWrites: 200
            }
          ]
        }
      })
  )
  .add(
    HttpApiEndpoint.del("revokeApiKey", "/auth/apikeys")
      .setPayload(ApiKeyChoice)
      .addSuccess(Done)
      .addError(NotFound.wire)
      .middleware(SignedIn)
      .annotate(OpenApi.Summary, "Revoke an API key")
      .annotate(OpenApi.Description, "Names the key by its secret or by its id; it opens nothing from then on.")
      .annotate(Example, { request: { id: 5 }, response: { success: true } })
  )
  .annotateContext(
    OpenApi.annotations({ title: "Authentication", description: "Joining, signing in, and API keys for agents." })
  )
  .prefix("/api") {}
