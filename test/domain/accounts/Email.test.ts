import { describe, it } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { Schema } from "effect"
import { Email, emailKey, holdsEmail } from "../../../src/domain/accounts/Email.ts"
import { refusal } from "../refusal.ts"

describe("Email", () => {
  it("has one @ with something on both sides", () => {
    for (const email of [
      "a@b",
      "maria+tag@example.org",
      "o'neil@example.co.uk",
      "用户@例子.广告",
      "jörg.müller@bücher.example",
      "a_b-c=d/e@x-y.example",
      "maria@xn--bcher-kva.example",
      "मरिया@उदाहरण.भारत"
    ]) {
      strictEqual(refusal(Email, email), undefined, email)
    }
    for (const email of [
      ...[
        "maria",
        "@example.org",
        "maria@",
        "a@b@c",
        "@",
        "a b@c",
        "a@b c",
        "<a@b>",
        "a@<b>",
        "a\u200b@b",
        "a\u202e@b"
      ],
      ...["a@b\u00a0c", "a@b\u{e0041}"],
      ...["a;b@example.org", "a;touch$IFS;x@example.org", "a,b@example.org", "a:b@example.org", "a(b)@example.org"],
      ...[
        '"x"@example.org',
        "a\\b@example.org",
        "$(id)@example.org",
        "`id`@example.org",
        "a|b@example.org",
        "[a]@example.org"
      ],
      ...[".a@example.org", "a.@example.org", "a..b@example.org", "a@.example.org", "a@example.org.", "a@example..org"],
      ...["a@-example.org", "a@example-.org", "a@exa_mple.org", "a@[127.0.0.1]", "a@example.org:25", "a@example.org/x"],
      ...[
        "a@example\u3002test",
        "a@example\uff0etest",
        "a@example\uff61test",
        "a@\uff45xample.test",
        "\uff41@example.test"
      ],
      ...["a@xn--a.example", "a@%65xample.org", "a@example.org?x"]
    ]) {
      strictEqual(refusal(Email, email), "must be an address such as maria@example.org", JSON.stringify(email))
    }
  })

  it("has at most 254 characters", () => {
    const domain = "@example.org"
    strictEqual(refusal(Email, "a".repeat(254 - domain.length) + domain), undefined)
    strictEqual(refusal(Email, "a".repeat(255 - domain.length) + domain), "must be 1 to 254 characters, not 255")
  })

  it("is one line of text, stored trimmed", () => {
    strictEqual(Schema.decodeSync(Email)(" Maria@Example.org\n"), "Maria@Example.org")
    strictEqual(refusal(Email, "a\nb@c"), "must be one line without control characters")
    strictEqual(refusal(Email, "a@b\r\nBcc: c@d"), "must be one line without control characters")
    strictEqual(refusal(Email, 5), "must be text")
    strictEqual(refusal(Email, ""), "must not be blank")
  })

  it("has one key in upper and lower case", () => {
    strictEqual(emailKey("Maria@EXAMPLE.org"), emailKey("maria@example.ORG"))
  })

  it("is found in a text in any case and width, and between any punctuation", () => {
    for (const text of [
      "maria@example.org",
      "Write to MARIA@Example.org.",
      "<mailto:maria@example.org>",
      "https://example.org/?to=maria@example.org&cc=",
      "_maria@example.org_",
      "私のアドレスはmaria@example.orgです",
      "ｍａｒｉａ＠example.org",
      "anna.maria@example.org or maria@example.org"
    ]) {
      strictEqual(holdsEmail(text, emailKey("Maria@example.org")), true, text)
    }
  })

  it("is not found in an address that only contains it", () => {
    for (const text of [
      "anna.maria@example.org",
      "annamaria@example.org",
      "anna+maria@example.org",
      "maria@example.org.uk",
      "maria@example.organic",
      "maria@example.org-x.net",
      "maria at example.org"
    ]) {
      strictEqual(holdsEmail(text, emailKey("maria@example.org")), false, text)
    }
  })
})
