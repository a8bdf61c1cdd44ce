/** What Windows-1252 has where Latin-1 has controls, from 0x80 to 0x9F; five of these places are empty. */
const letters = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** A text in which the controls that nobody means are the letters and quotes that everybody means. */
export const withWindowsLetters = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => letters.charAt(control.charCodeAt(0) - 0x80))
