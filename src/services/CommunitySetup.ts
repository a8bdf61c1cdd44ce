import { type Config, ConfigProvider, Context, DateTime, Effect, Layer, Option } from "effect"
import { communityColour, communityContact, communityName, samples } from "../Config.ts"
import type { CurrentUser, NotAllowed } from "../domain/accounts/CurrentUser.ts"
import { communityChanged } from "../domain/Change.ts"
import { type Face, type FaceName, faceNames } from "../domain/CommunitySettings.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import { BackupsRepo } from "../ports/BackupsRepo.ts"
import { CommunitySettingsRepo } from "../ports/CommunitySettingsRepo.ts"
import { admin, require } from "./accounts/Policy.ts"
import { OutgoingMail } from "./mail/OutgoingMail.ts"
import { withSpans } from "./Spans.ts"
import { writing } from "./Writing.ts"

/** What a new community needs; true for what is done. */
export interface SetupState {
  readonly face: Face
  /** What variables of the server set: it cannot be set here. */
  readonly fixed: ReadonlySet<FaceName>
  readonly steps: Readonly<Record<"name" | "contact" | "mail" | "moderator" | "factor" | "backup" | "samples", boolean>>
}

/** The first steps of an admin: what the server knows of them, and the name, contact and colour of the community. */
export class CommunitySetup extends Context.Tag("services/CommunitySetup")<
  CommunitySetup,
  {
    readonly state: StorageEffect<SetupState, NotAllowed, CurrentUser>

    /** Sets what no variable sets; it shows from the next start on. An entry of the audit log. */
    readonly change: (face: Face) => StorageEffect<void, NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(CommunitySetup, withSpans("CommunitySetup", Effect.gen(make)))

  /** What admins have set, for everything that is built above it, where the variable is not set. */
  static readonly asVariables = Layer.unwrapEffect(
    Effect.gen(function* () {
      const stored = yield* (yield* CommunitySettingsRepo).stored
      const unset = yield* Effect.filter(faceNames, (name) => Effect.map(readNow(name), (value) => value === ""))
      const set = unset.filter((name) => fits(name, stored[name] ?? ""))
      const own = ConfigProvider.fromMap(new Map(set.map((name) => [variables[name], stored[name] ?? ""])))
      const ofOperator = yield* Effect.configProviderWith((provider) => Effect.succeed(provider))
      return Layer.setConfigProvider(ConfigProvider.orElse(own, () => ofOperator))
    })
  )
}

/** The variables that admins may set in the database, where the operator has not. */
export const variables = { name: "COMMUNITY_NAME", contact: "CONTACT", colour: "COMMUNITY_COLOUR" } as const

const configs: Readonly<Record<FaceName, Config.Config<unknown>>> = {
  name: communityName,
  contact: communityContact,
  colour: communityColour
}

/** A value in force, as one word. */
const readNow = (name: FaceName) => Effect.map(configs[name], (value) => JSON.stringify(value) ?? "")

const providerOf = (face: Partial<Face>) =>
  ConfigProvider.fromMap(new Map(faceNames.map((name) => [variables[name], face[name] ?? ""])))

/** True for a text that the variable may have. */
export const fits = (name: FaceName, text: string): boolean =>
  Effect.runSync(Effect.isSuccess(Effect.withConfigProvider(configs[name], providerOf({ [name]: text }))))

function* make() {
  const repo = yield* CommunitySettingsRepo
  const backups = yield* BackupsRepo
  const { isOn } = yield* OutgoingMail
  const { audit, changes, users, write } = yield* writing
  const hasSamples = yield* samples
  const atStart = yield* repo.stored
  const fixed = new Set<FaceName>()
  for (const name of faceNames) {
    const ofAdmins = Effect.withConfigProvider(readNow(name), providerOf(atStart))
    const [now, stored] = [yield* readNow(name), yield* Effect.orElseSucceed(ofAdmins, () => "")]
    if (now !== "" && now !== stored) fixed.add(name)
  }
  const running = {
    name: yield* communityName,
    contact: (yield* communityContact)?.label,
    colour: yield* communityColour
  }

  const faceOf = (stored: Partial<Face>): Face => {
    const of = (name: FaceName) => (fixed.has(name) ? running[name] : stored[name]) ?? ""
    return { name: of("name"), contact: of("contact"), colour: of("colour") }
  }

  const state = Effect.gen(function* () {
    const { id } = yield* require(admin("setCommunity"))
    const staff = yield* users.staff(yield* DateTime.now)
    const face = faceOf(yield* repo.stored)
    const steps = {
      name: face.name !== "",
      contact: face.contact !== "",
      mail: isOn,
      moderator: staff.length > 1,
      factor: staff.some((one) => one.id === id && Option.isNone(one.unguardedSince)),
      backup: Option.isSome(yield* backups.last),
      samples: !hasSamples
    }
    return { face, fixed, steps }
  })

  const change = Effect.fnUntraced(function* (face: Face) {
    const { id } = yield* require(admin("setCommunity"))
    const sent = Object.fromEntries(faceNames.filter((name) => !fixed.has(name)).map((name) => [name, face[name]]))
    const { after, before } = yield* repo.update((stored) => ({ ...stored, ...sent }))
    const changed = faceNames.filter((name) => (before[name] ?? "") !== (after[name] ?? ""))
    if (changed.length === 0) return
    const detail = changed.map((name) => `${name}: “${after[name]}”`).join(", ")
    yield* changes.append([communityChanged])
    yield* audit.record({ action: "community_changed", actorId: id, userId: id, detail })
  }, write)

  return { state, change }
}
