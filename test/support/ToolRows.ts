import { Effect, Redacted } from "effect"
import * as SecretsRandom from "../../src/adapters/node/SecretsRandom.ts"
import { Secrets } from "../../src/ports/Secrets.ts"
import { newUser, unique } from "../contracts/newRows.ts"

/** The records that the arguments of a tool may name. */
export interface Scene {
  readonly postId: number
  /** A post of another member. */
  readonly foreignId: number
  /** A post of a member who blocks the caller. */
  readonly closedId: number
  /** The next member whom the caller has not reported. */
  readonly nextMember: () => number
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

/** Makes members, and the function that gives their ids one after the other. */
export const makeNextMember = Effect.map(Effect.replicateEffect(newUser(), 8), (ids) => {
  let taken = 0
  return () => ids[taken++] ?? 0
})

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
      AudienceRefused: () => ({ title: "A title", content: "Text", audience: "disease" }),
      UnknownDiseases: () => ({ title: "A title", content: "Text", diseaseId: nobody })
    }
  },
  reply_to_post: {
    succeeds: ({ postId }) => ({ postId, content: unique() }),
    fails: {
      AudienceWidened: ({ postId }) => ({ postId, content: "Text", audience: "members" }),
      IdempotencyConflict: ({ postId, usedKey }) => ({ postId, content: "Text", idempotencyKey: usedKey }),
      NestedTooDeep: ({ postId }) => ({ postId, content: tooDeep }),
      TooCostly: ({ postId }) => ({ postId, content: tooCostly }),
      InvalidText: ({ postId }) => ({ postId, content: nothingLeft }),
      LeakFound: ({ postId }) => ({ postId, content: leakedKey }),
      UnknownReplyTo: ({ postId }) => ({ postId, content: "Text", replyTo: nobody }),
      PostNotFound: () => ({ postId: nobody, content: "Text" }),
      NotAllowed: ({ closedId }) => ({ postId: closedId, content: "Text" })
    }
  },
  like_post: {
    succeeds: ({ postId }) => ({ postId }),
    fails: {
      IdempotencyConflict: ({ postId, usedKey }) => ({ postId, idempotencyKey: usedKey }),
      PostNotFound: () => ({ postId: nobody }),
      NotAllowed: ({ closedId }) => ({ postId: closedId })
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
      DiseaseNotFound: () => ({ diseaseId: nobody }),
      NothingToFind: () => ({}),
      PhenotypesMisused: () => ({ search: "marfan", symptoms: "long fingers" })
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
  },
  report_content: {
    succeeds: ({ nextMember }) => ({ target: { type: "user", id: nextMember() }, reason: "spam" }),
    fails: {
      IdempotencyConflict: ({ closedId, usedKey }) => ({
        target: { type: "post", id: closedId },
        reason: "spam",
        idempotencyKey: usedKey
      }),
      LeakFound: ({ foreignId }) => ({ target: { type: "post", id: foreignId }, reason: "spam", text: leakedKey }),
      OwnReport: ({ postId }) => ({ target: { type: "post", id: postId }, reason: "spam" }),
      ReportedAlready: ({ foreignId }) => ({ target: { type: "post", id: foreignId }, reason: "danger" }),
      TargetNotFound: () => ({ target: { type: "post", id: nobody }, reason: "spam" })
    }
  }
}
