import { Effect, Redacted } from "effect"
import * as SecretsRandom from "../../src/adapters/node/SecretsRandom.ts"
import { Secrets } from "../../src/ports/Secrets.ts"
import { unique } from "../contracts/newRows.ts"

/** The records that the arguments of a tool may name. */
export interface Scene {
  readonly postId: number
  /** A post of another member. */
  readonly foreignId: number
  /** The key of a call that was made before. */
  readonly usedKey: string
}

/** A tool at work, as arguments on the wire: a call that succeeds, and one that fails with each error of its own. */
interface Row {
  readonly succeeds: (scene: Scene) => object
  /** By the tag of the error that the definition of the tool declares. */
  readonly fails: Readonly<Record<string, (scene: Scene) => object>>
}

/** A well-formed key, which nobody has. */
const leakedKey = Effect.runSync(
  Secrets.pipe(
    Effect.flatMap(({ newApiKey }) => newApiKey),
    Effect.map(Redacted.value),
    Effect.provide(SecretsRandom.layer)
  )
)

const nobody = 2_147_483_647
const nothingLeft = "<script>alert(1)</script>"
const tooDeep = `${"> ".repeat(60)}deep`
const tooCostly = "a*_".repeat(1_660)

/** Every tool by its name. */
export const toolRows: Readonly<Record<string, Row>> = {
  search_community: {
    succeeds: () => ({ query: "word" }),
    fails: { InvalidCursor: () => ({ query: "word", cursor: "of no list" }) }
  },
  list_posts: {
    succeeds: () => ({}),
    fails: {
      InvalidCursor: () => ({ cursor: "of no list" }),
      NothingToRank: () => ({ sort: "relevance" })
    }
  },
  get_post: { succeeds: ({ postId }) => ({ postId }), fails: { PostNotFound: () => ({ postId: nobody }) } },
  create_post: {
    succeeds: () => ({ title: unique(), content: unique() }),
    fails: {
      IdempotencyConflict: ({ usedKey }) => ({ title: "A title", content: "Text", idempotencyKey: usedKey }),
      NestedTooDeep: () => ({ title: "A title", content: tooDeep }),
      TooCostly: () => ({ title: "A title", content: tooCostly }),
      InvalidText: () => ({ title: "A title", content: nothingLeft }),
      LeakFound: () => ({ title: "A title", content: leakedKey }),
      UnknownDiseases: () => ({ title: "A title", content: "Text", diseaseId: nobody })
    }
  },
  reply_to_post: {
    succeeds: ({ postId }) => ({ postId, content: unique() }),
    fails: {
      IdempotencyConflict: ({ postId, usedKey }) => ({ postId, content: "Text", idempotencyKey: usedKey }),
      NestedTooDeep: ({ postId }) => ({ postId, content: tooDeep }),
      TooCostly: ({ postId }) => ({ postId, content: tooCostly }),
      InvalidText: ({ postId }) => ({ postId, content: nothingLeft }),
      LeakFound: ({ postId }) => ({ postId, content: leakedKey }),
      PostNotFound: () => ({ postId: nobody, content: "Text" })
    }
  },
  like_post: {
    succeeds: ({ postId }) => ({ postId }),
    fails: {
      IdempotencyConflict: ({ postId, usedKey }) => ({ postId, idempotencyKey: usedKey }),
      PostNotFound: () => ({ postId: nobody })
    }
  },
  delete_post: {
    succeeds: ({ postId }) => ({ postId }),
    fails: {
      IdempotencyConflict: ({ postId, usedKey }) => ({ postId, idempotencyKey: usedKey }),
      PostNotFound: () => ({ postId: nobody }),
      NotAllowed: ({ foreignId }) => ({ postId: foreignId })
    }
  },
  browse_news: { succeeds: () => ({}), fails: { InvalidCursor: () => ({ cursor: "of no list" }) } },
  get_news: { succeeds: () => ({ newsId: 1 }), fails: { NewsNotFound: () => ({ newsId: nobody }) } },
  find_diseases: {
    succeeds: () => ({ search: "marfan" }),
    fails: {
      InvalidCursor: () => ({ cursor: "of no list" }),
      DiseaseFilterClash: () => ({ diseaseId: 1, search: "marfan" }),
      DiseaseNotFound: () => ({ diseaseId: nobody })
    }
  },
  get_community_stats: { succeeds: () => ({}), fails: {} },
  get_notifications: { succeeds: () => ({}), fails: { InvalidCursor: () => ({ cursor: "of no list" }) } },
  mark_notifications_read: {
    succeeds: () => ({}),
    fails: { IdempotencyConflict: ({ usedKey }) => ({ idempotencyKey: usedKey }) }
  },
  find_similar_discussions: {
    succeeds: () => ({ text: "a draft" }),
    fails: { NothingToCompare: () => ({}), PostNotFound: () => ({ postId: nobody }) }
  }
}
