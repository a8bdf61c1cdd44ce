import { type Config, ConfigProvider, Effect } from "effect"

/** Reads a setting from the variables of an environment. */
export const read = <A>(config: Config.Config<A>, environment: Readonly<Record<string, string>>) =>
  Effect.runSync(
    Effect.either(Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map(Object.entries(environment)))))
  )
