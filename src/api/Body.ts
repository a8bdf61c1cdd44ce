import { Schema } from "effect"

/** Marks the type of a decoded body with the type of the body on the wire. No value has this member. */
declare const onWire: unique symbol

export interface OnWire<I> {
  readonly [onWire]?: I
}

/** The body of an endpoint: the typed client asks for its form on the wire, which types of endpoints do not have. */
export const body = <A, I, R>(schema: Schema.Schema<A, I, R>) => Schema.make<A & OnWire<I>, I, R>(schema.ast)

/** A body of an endpoint as it is on the wire. */
export type Encoded<Body> = Body extends OnWire<infer I> ? I : never
