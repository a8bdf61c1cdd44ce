import { Option } from "effect"
import type { NewsToSave } from "../../../src/ports/news/NewsRepo.ts"
import { filtered, time, unique } from "../newRows.ts"

/** A news item that no other test has. */
export const newItem = (given: Partial<NewsToSave> = {}): NewsToSave => ({
  key: unique(),
  title: "A title 🌿",
  summary: "What it says.",
  category: "research",
  source: "A newsroom",
  sourceUrl: Option.some("https://example.org/news"),
  publishedAt: time("2026-01-02T03:04:05.678Z"),
  dated: true,
  content: filtered("What it says in full."),
  diseaseKeys: [],
  diseaseIds: [],
  digest: Option.none(),
  ...given
})
