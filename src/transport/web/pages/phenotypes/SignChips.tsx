import type { ComponentChildren } from "preact"
import type { DiseasePage } from "../../../../domain/diseases/Disease.ts"
import { maxPhenotypes, type Phenotype } from "../../../../domain/phenotypes/Phenotype.ts"
import { withParameters } from "../../Browser.ts"
import { Fact } from "../../Components.tsx"
import { useWebRequest } from "../../WebRequest.ts"
import { SignName } from "./SignNames.tsx"

/** A sign that was added by its id. */
export type AddedSign = Pick<Phenotype, "id" | "name">

/** A sign of the search, and the words that it was understood from. */
interface ChosenSign extends AddedSign {
  readonly text?: string
}

/** All that a search by signs is about. */
interface Chosen {
  readonly present: ReadonlyArray<ChosenSign>
  readonly absent: ReadonlyArray<ChosenSign>
  /** The words that were not understood, or in part only. */
  readonly words: ReadonlyArray<string>
}

export const idsOf = (signs: ReadonlyArray<AddedSign>) => signs.map(({ id }) => id).join()

const eachOnce = (signs: ReadonlyArray<ChosenSign>) =>
  Array.from(new Map(signs.map((sign) => [sign.id, sign])).values()).slice(0, maxPhenotypes)

type UnsureSign = NonNullable<DiseasePage["unsure"]>[number]

/** The words of a sign that is asked about, which say of a relative's that it is theirs. */
const wordsOf = ({ text, whose }: UnsureSign): string => (whose === undefined ? text : `${whose}: ${text}`)

/** The signs that a search is about, each once. */
export const chosenOf = ({ added, excluded, page }: Pick<UnderstoodProps, "added" | "excluded" | "page">): Chosen => {
  const { recognised = [], unknown = [], unsure = [] } = page ?? {}
  return {
    present: eachOnce([...added, ...recognised.filter(({ negated }) => !negated)]),
    absent: eachOnce([...excluded, ...recognised.filter(({ negated }) => negated)]),
    words: Array.from(new Set([...unsure.map(wordsOf), ...unknown]))
  }
}

/** The search by these signs, with the words that are left; the reader goes on at the signs. */
const addressOf = ({ absent, present, words }: Chosen): string => {
  const address = withParameters("/diseases", {
    symptoms: words.join(", "),
    phenotypes: idsOf(present),
    excluded: idsOf(absent)
  })
  return address === "/diseases" ? "/diseases?symptoms=" : `${address}#understood`
}

interface ChangeProps {
  /** A sentence around the name of the sign, for a label that is not shown. */
  readonly sentence?: (given: { readonly sign: string }) => string
  readonly label: string
  readonly sign: AddedSign
  readonly to: Chosen
  readonly shown?: string
}

/** Marks the place of a name, which is an element, in a message. */
const nameHere = "\u0000"

/** A link that changes the search; it says its sign to those who do not see it beside. */
const Change = ({ label, sentence, shown = label, sign, to }: ChangeProps) => {
  const [before = "", after = ""] = sentence === undefined ? [" "] : sentence({ sign: nameHere }).split(nameHere)
  return (
    <a class={shown === label ? undefined : "cross"} href={addressOf(to)} title={shown === label ? undefined : label}>
      {shown === label ? label : <span aria-hidden="true">{shown}</span>}
      <span class="aside">
        {before}
        <SignName of={sign} />
        {after}
      </span>
    </a>
  )
}

/** The words that a sign was understood from. */
const From = ({ words }: { readonly words: string | undefined }) =>
  words === undefined ? null : (
    <span class="from">
      <q dir="auto">{words}</q>{" "}
    </span>
  )

interface ChipsProps {
  readonly chosen: Chosen
  readonly is: "present" | "absent"
  readonly isPrinted: boolean
}

/** The signs of the search, each with links that deny it and take it out. */
const Chips = ({ chosen, is, isPrinted }: ChipsProps) => {
  const { t } = useWebRequest()
  const signs = chosen[is]
  const other = is === "present" ? "absent" : "present"
  const { noticed, notNoticed, notThere, there } = t.phenotypes
  const [yes, no] = isPrinted ? [there, notThere] : [noticed, notNoticed]
  return signs.length === 0 ? null : (
    <Fact label={is === "present" ? yes : no}>
      <ul class={is === "present" ? "chips signs" : "chips signs absent"}>
        {signs.map((sign) => {
          const without = { ...chosen, [is]: signs.filter(({ id }) => id !== sign.id) }
          return (
            <li key={sign.id}>
              <span class="strong">
                <SignName of={sign} isExplained />
              </span>{" "}
              <span class={isPrinted ? "code" : "code aside"}>{sign.id}</span>
              {isPrinted ? null : (
                <Change
                  sentence={t.phenotypes.removeSign}
                  label={t.phenotypes.remove}
                  shown="✕"
                  sign={sign}
                  to={without}
                />
              )}
              <From words={sign.text} />
              {isPrinted ? null : (
                <Change
                  label={is === "present" ? t.phenotypes.notThis : t.phenotypes.isThere}
                  sign={sign}
                  to={{ ...without, [other]: [...chosen[other], sign] }}
                />
              )}
            </li>
          )
        })}
      </ul>
    </Fact>
  )
}

interface UnsureProps {
  readonly chosen: Chosen
  readonly label: string
  readonly signs: ReadonlyArray<UnsureSign>
}

/** The signs that do not count, each with a link that adds it. */
const Unsure = ({ chosen, label, signs }: UnsureProps) => {
  const { t } = useWebRequest()
  return signs.length === 0 ? null : (
    <Fact label={label}>
      <ul class="chips signs">
        {signs.map((sign) => (
          <li key={sign.id}>
            <span class="strong">
              <SignName of={sign} isExplained />
            </span>
            <From words={wordsOf(sign)} />
            {chosen.present.length < maxPhenotypes ? (
              <Change
                label={t.phenotypes.addSign}
                sign={sign}
                to={{
                  ...chosen,
                  present: [...chosen.present, { id: sign.id, name: sign.name }],
                  words: chosen.words.filter((words) => words !== wordsOf(sign))
                }}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Fact>
  )
}

interface UnderstoodProps {
  readonly added: ReadonlyArray<AddedSign>
  readonly excluded: ReadonlyArray<AddedSign>
  readonly page: DiseasePage | undefined
  readonly isPrinted: boolean
  /** The content below the signs. */
  readonly children?: ComponentChildren
}

/** The signs that were understood of the words, and the words that were not. */
export const Understood = (props: UnderstoodProps) => {
  const { children, isPrinted, page } = props
  const { t } = useWebRequest()
  const { unknown = [], unsure = [] } = page ?? {}
  const chosen = chosenOf(props)
  const isNothing = chosen.present.length + chosen.absent.length + unsure.length === 0
  return (
    <section aria-labelledby="understood">
      <h2 id="understood" class="aside" tabIndex={-1}>
        {t.phenotypes.understood}
      </h2>
      {isNothing ? <p>{t.phenotypes.nothing}</p> : null}
      <dl class="facts-list">
        <Chips chosen={chosen} is="present" isPrinted={isPrinted} />
        <Chips chosen={chosen} is="absent" isPrinted={isPrinted} />
        {isPrinted ? null : (
          <>
            <Unsure
              chosen={chosen}
              label={t.phenotypes.unsure}
              signs={unsure.filter(({ whose }) => whose === undefined)}
            />
            <Unsure
              chosen={chosen}
              label={t.phenotypes.ofRelatives}
              signs={unsure.filter(({ whose }) => whose !== undefined)}
            />
          </>
        )}
        {unknown.length === 0 ? null : (
          <Fact label={t.phenotypes.unknown} dir="auto">
            {unknown.join(", ")}
          </Fact>
        )}
      </dl>
      {children}
    </section>
  )
}
