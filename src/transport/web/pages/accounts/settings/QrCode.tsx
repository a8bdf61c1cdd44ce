import { encode } from "uqr"

/** The white modules that scanners need around a code. */
const quietModules = 4

/** The dark modules of each row as strokes of a path, in units of a module. */
const pathOf = (rows: ReadonlyArray<ReadonlyArray<boolean>>): string =>
  rows
    .flatMap((row, y) =>
      Array.from(
        row
          .map((isDark) => (isDark ? "1" : "0"))
          .join("")
          .matchAll(/1+/g),
        ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`
      )
    )
    .join("")

/** A text as a QR code, dark on white also where the page is dark. */
export const QrCode = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const { data, size } = encode(text, { ecc: "M", border: quietModules })
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={pathOf(data)} />
    </svg>
  )
}
