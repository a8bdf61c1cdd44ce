import { type Config, ConfigProvider, Effect } from "effect"

/** What the variables of an environment come to. */
export const read = <A>(config: Config.Config<A>, environment: Readonly<Record<string, string>>) =>
  Effect.runSync(
    Effect.either(Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map(Object.entries(environment)))))
  )
