import { Effect, Redacted } from "effect"
import type pg from "pg"
import * as SecretsRandom from "../../src/adapters/node/SecretsRandom.ts"
import { Secrets } from "../../src/ports/Secrets.ts"

/** Somebody who can sign in. */
export interface Member {
  readonly id: number
  readonly token: string
  readonly apiKey: string
}

const signedInMembers = 500

/** Stores members 1 to `count`; some hundred of them with a session and an API key. */
export const storeMembers = async (client: pg.Client, count: number): Promise<ReadonlyArray<Member>> => {
  await client.query(
    `insert into users (id, username, username_key, email, email_key, password_hash, role, bio, bio_html, created_at,
       active_at)
     overriding system value
     select n, 'member' || n, 'member' || n, 'member' || n || '@example.org', 'member' || n || '@example.org', 'none',
       case when n % 20 = 0 then 'expert' else 'user' end, bio,
       '<p>' || bio || '</p>', now() - interval '2 years', now() - n % 90 * interval '1 day'
     from generate_series(1, $1::int) n
     cross join lateral (select case when n % 3 = 0 then 'Living with it since ' || 1950 + n % 70 end as bio) written`,
    [count]
  )
  const made = Effect.gen(function* () {
    const secrets = yield* Secrets
    return yield* Effect.forEach(
      Array.from({ length: Math.min(signedInMembers, count) }, (_, index) => index + 1),
      (id) =>
        Effect.gen(function* () {
          const [token, apiKey] = [yield* secrets.newToken, yield* secrets.newApiKey]
          return {
            member: { id, token: Redacted.value(token), apiKey: Redacted.value(apiKey) },
            row: { id, token: secrets.hashOf(token)?.hash, key: secrets.hashOf(apiKey)?.hash }
          }
        })
    )
  })
  const all = Effect.runSync(Effect.provide(made, SecretsRandom.layer))
  const rows = JSON.stringify(all.map(({ row }) => row))
  const given = "json_to_recordset($1::json) as given (id int, token text, key text)"
  await client.query(
    `insert into sessions (user_id, hash, created_at, expires_at) select id, token, now(), '2100-01-01' from ${given}`,
    [rows]
  )
  await client.query(
    `insert into api_keys (user_id, name, prefix, hash, created_at, last_used_at)
     select id, 'bench', 'rdc_', key, now(), now() from ${given}`,
    [rows]
  )
  return all.map(({ member }) => member)
}
