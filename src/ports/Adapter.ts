import { type Context, Effect, Layer } from "effect"

/** `never` for an adapter with methods besides its port's: an unused one would stay unseen. */
type HasMore<Port, Adapter> = [Exclude<keyof Adapter, keyof Port>] extends [never] ? unknown : never

/** Makes the layers of adapters on one resource: of a port, and of what the adapter makes from the resource. */
export const adapterOn =
  <R, Resource>(resource: Context.Tag<R, Resource>) =>
  <I, Port, Adapter extends Port>(
    port: Context.Tag<I, Port>,
    make: (resource: Resource) => Adapter & NoInfer<HasMore<Port, Adapter>>
  ) =>
    Layer.effect(port, Effect.map(resource, make))
