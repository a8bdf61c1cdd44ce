import type { Choice } from "./Form.tsx"

/** The words that the form above a list searches for. */
export const FilterSearch = ({
  label,
  value = ""
}: {
  readonly label: string
  readonly value?: string | undefined
}) => (
  <div class="field grow">
    <label for="search">{label}</label>
    <input id="search" name="search" type="search" value={value} dir="auto" autocomplete="off" />
  </div>
)

/** A menu of the form above a list. */
export const FilterMenu = ({
  chosen,
  choices,
  label,
  name
}: {
  readonly name: string
  readonly label: string
  readonly choices: ReadonlyArray<Choice>
  readonly chosen: string | undefined
}) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select id={name} name={name}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} selected={choice.value === (chosen ?? "")}>
          {choice.label}
        </option>
      ))}
    </select>
  </div>
)
