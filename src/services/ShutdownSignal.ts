import { Context, Deferred, Layer } from "effect"

/** Done when graceful shutdown begins (`transport/http/NodeServer.ts`): streams and other endless work end then. */
export class ShutdownSignal extends Context.Tag("services/ShutdownSignal")<ShutdownSignal, Deferred.Deferred<void>>() {
  static readonly layer = Layer.effect(ShutdownSignal, Deferred.make<void>())
}
