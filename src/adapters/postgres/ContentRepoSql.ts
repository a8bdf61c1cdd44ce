import { Effect, Schema } from "effect"
import { ContentRepo } from "../../ports/ContentRepo.ts"
import { advisoryLocks } from "./AdvisoryLocks.ts"
import { first, inDatabase, run, Value } from "./Rows.ts"

const Version = Value("version", Schema.String)

export const layer = inDatabase(ContentRepo, (sql) => {
  const version = (name: string) => sql`select version from content_versions where name = ${name}`.pipe(first(Version))

  return {
    // The lock is a statement of its own: the next one begins after it, and sees the commits that the lock waited for.
    lockVersion: (name) =>
      Effect.zipRight(
        run(sql`select pg_advisory_xact_lock(${advisoryLocks.content}, hashtext(${name}))`),
        version(name)
      ),

    version,

    setVersion: (name, version) =>
      run(sql`insert into content_versions (name, version) values (${name}, ${version})
              on conflict (name) do update set version = excluded.version`)
  }
})
