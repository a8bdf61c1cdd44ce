import { Context, Layer } from "effect"
import type { Storage } from "./Storage.ts"

/** The same storage, whose repository of a tag notes the names of its methods as they are called. */
export const noting = <I, S extends object>(storage: Storage, tag: Context.Tag<I, S>, called: Array<string>): Storage =>
  Layer.map(storage, (services) => {
    // The cast: every storage has each repository.
    const repo = Context.unsafeGet(services as Context.Context<never>, tag)
    const noted = new Proxy(repo, {
      get: (target, name) => {
        called.push(String(name))
        return Reflect.get(target, name)
      }
    })
    return Context.add(services, tag, noted)
  })
