import { Config, Redacted } from "effect"
import * as Variables from "../../../src/Config.ts"
import { ofInstances } from "./InstanceVariables.ts"

const goodUrls = [
  "smtp://host",
  "smtp://127.0.0.1:2525",
  "smtp://[::1]:25/",
  "smtp://relay:25?tls=off",
  "smtps://user%40host:p%40ss@mail.example:465"
]

const server = {
  name: "SMTP_URL",
  config: Config.map(Variables.mailServer, (url) => (url === undefined ? undefined : Redacted.value(url))),
  unset: undefined,
  good: goodUrls.map((url) => [url, url] as const),
  bad: [
    "secret",
    "mail.example:25",
    "http://a:secret@host",
    "smtp://",
    "smtp://user:secret@",
    "smtp://host:secret",
    "smtp://host:99999",
    "smtp://host/secret",
    "smtp://host?pool=secret",
    "smtp://host?tls=off&secret=1",
    "smtp://:se%cret@host",
    "smtp://a b"
  ],
  message: "must be a URL such as smtp://user:password@host:587, or smtps://host:465"
}

const sender = {
  name: "MAIL_FROM",
  config: Variables.mailSender,
  unset: undefined,
  good: [
    ["a@example.org", { name: "", address: "a@example.org" }],
    ["Rare, Community <a+b@example.org>", { name: "Rare, Community", address: "a+b@example.org" }]
  ] as const,
  bad: ["a", "a@b@c", "Name a@example.org", "a@example.org, b@example.org", "A\u0001B <a@example.org>", "<a b@c>"],
  message: "must be an address such as community@example.org, or Community <community@example.org>"
}

const privateNetwork = {
  name: "OUTGOING_PRIVATE",
  config: Variables.outgoingPrivate,
  unset: false,
  good: [
    ["on", true],
    ["OFF", false]
  ] as const,
  bad: ["1", "true"],
  message: "must be one of on, off"
}

const pushKey = {
  name: "VAPID_PRIVATE_KEY",
  config: Config.map(Variables.vapidPrivateKey, (key) => (key === undefined ? undefined : Redacted.value(key))),
  unset: undefined,
  good: [["q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"]] as const,
  bad: ["secret", "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94=", "q1dXpw3UpT5VOmu/cf+v6ih07Aems3njxI-JWgLcM94"],
  message: "must be 32 bytes in base64url"
}

const engine = {
  name: "TRANSLATE_URL",
  config: Variables.translateUrl,
  unset: undefined,
  good: [["https://translate.example/", "https://translate.example"]] as const,
  bad: ["translate.example", "ftp://translate.example"],
  message: "must be an http or https URL"
}

const engineKey = {
  name: "TRANSLATE_KEY",
  config: Config.map(Variables.translateKey, (key) => (key === undefined ? undefined : Redacted.value(key))),
  unset: undefined,
  good: [["key", "key"]] as const,
  bad: [],
  message: ""
}

/** The variables of other servers: default, valid values, and invalid values with their message. */
export const ofServers = [...ofInstances, server, sender, engine, engineKey, privateNetwork, pushKey] as const
