import type { ComponentChildren } from "preact"
import { numberIn } from "../../Languages.ts"
import { useWebRequest } from "../../WebRequest.ts"

interface NumberTableProps {
  readonly id: string
  /** A number, or what is shown instead. */
  readonly rows: ReadonlyArray<readonly [label: ComponentChildren, value: ComponentChildren]>
  readonly title: string
}

/** Numbers by their labels, below a title. */
export const NumberTable = ({ id, rows, title }: NumberTableProps) => {
  const { language, t } = useWebRequest()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table class="numbers">
        <caption class="aside">{title}</caption>
        <thead class="aside">
          <tr>
            <th scope="col">{t.statistics.what}</th>
            <th scope="col">{t.statistics.count}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, value], index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              {typeof value === "number" ? <td class="number">{numberIn(language, value)}</td> : <td>{value}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
