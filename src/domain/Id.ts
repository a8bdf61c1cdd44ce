import { Schema } from "effect"

/** A branded record id: a positive integer of the database's type `integer`, short enough for people to repeat. */
export const id = <const Brand extends string>(brand: Brand) =>
  Schema.Number.annotations({ message: () => ({ message: "must be a number", override: true }) }).pipe(
    Schema.int({ message: () => "must be a whole number" }),
    Schema.between(1, 2_147_483_647, { message: () => "must be from 1 to 2147483647" }),
    Schema.brand(brand)
  )
