/** Sentences in which people ask for a disease; `{}` is replaced by its name. */
export const sentences: ReadonlyArray<string> = [
  "my daughter was just diagnosed with {}",
  "What is {}?",
  "is there a treatment for {}",
  "does anyone else here have {}?",
  "I think I might have {}",
  "how common is {} in adults",
  "looking for families affected by {}",
  "{} symptoms and life expectancy",
  "newly diagnosed with {}, what should I ask the doctor?",
  "clinical trials for {} in Europe",
  "Living with {}: tips please",
  "our son has {} and we feel lost",
  "is {} hereditary?",
  "which specialist treats {}",
  "tell me about {}",
  "the doctor suspects {} but we wait for the genetic test",
  "support group for people with {}",
  "can you get pregnant when you have {}",
  "my husband died of {} last year",
  "best hospital for {}"
]

/** Words that people put around a name without making a sentence of it. */
export const fillers: ReadonlyArray<string> = [
  "{} in children",
  "{} prognosis",
  "about {}",
  "{} forum",
  "{} treatment",
  "rare disease {}",
  "{} help",
  "{} patients",
  "diagnosis {}",
  "info on {}"
]
