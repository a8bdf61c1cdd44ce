const letter = /\p{L}/u

/** The scripts that run from right to left. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

/** The direction of a text by its first letter, as `dir="auto"` finds it; undefined where it has none. */
export const directionOf = (text: string): "ltr" | "rtl" | undefined => {
  const [first] = letter.exec(text) ?? []
  return first === undefined ? undefined : rightToLeft.test(first) ? "rtl" : "ltr"
}
