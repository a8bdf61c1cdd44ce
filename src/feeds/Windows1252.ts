/** The letters and quotes that Windows-1252 has from 0x80 to 0x9F, where Latin-1 has controls; five places are empty. */
const letters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** Replaces C1 controls, which no author means, by the characters of Windows-1252. */
export const withWindowsLetters = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => letters.charAt(control.charCodeAt(0) - 0x80))
