import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly"
import { gfmStrikethroughCjkFriendly } from "micromark-extension-cjk-friendly-gfm-strikethrough"
import type { Code, Construct, Extension } from "micromark-util-types"

const letter = /[\p{L}\p{M}\p{N}]/u

/** Scripts in which a word may begin or end beside a letter: those without spaces, and Korean with its particles. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u

const isOf = (code: Code, characters: RegExp): boolean =>
  code !== null && code > 0 && characters.test(String.fromCharCode(code))

/** True where a word goes on from one character to the next. */
const isWithinWord = (before: Code, after: Code): boolean =>
  isOf(before, letter) && isOf(after, letter) && !isOf(before, unspaced) && !isOf(after, unspaced)

const digit = /\p{N}/u

/**
 * True where stars are a part of a word, as in `HLA-DRB1*15:01` and `Patient*innen`, or a power, as in `10**9`. Two
 * stars before a letter are marks: people emphasise the beginning of a word by them.
 */
export const isStarOfWord = (before: Code, after: Code, stars: number): boolean =>
  isWithinWord(before, after) && (stars === 1 || isOf(after, digit))

/** Makes a construct for emphasis leave stars inside words alone. */
const exceptInWords = (emphasis: Construct): Construct => ({
  ...emphasis,
  tokenize(effects, ok, nok) {
    const { previous } = this
    return emphasis.tokenize.call(
      this,
      effects,
      (after) => {
        const [, sequence] = this.events.at(-1) ?? []
        if (sequence && isStarOfWord(previous, after, sequence.end.offset - sequence.start.offset)) {
          sequence._open = false
          sequence._close = false
        }
        return ok(after)
      },
      nok
    )
  }
})

const asterisk = 42

const emphasis = (): Extension => {
  const extension = cjkFriendlyExtension()
  const stars = [extension.text?.[asterisk] ?? []].flat().map(exceptInWords)
  return { ...extension, text: { ...extension.text, [asterisk]: stars } }
}

/**
 * Emphasis and strikethrough beside letters and punctuation of Chinese, Japanese and Korean, where the rules of
 * CommonMark expect spaces; a star inside a word, and a single tilde, are signs.
 */
export const delimiters: ReadonlyArray<Extension> = [emphasis(), gfmStrikethroughCjkFriendly({ singleTilde: false })]
