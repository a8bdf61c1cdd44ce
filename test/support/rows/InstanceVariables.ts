import { Config, Redacted } from "effect"
import * as Variables from "../../../src/Config.ts"

const goodRedisUrls = [
  "redis://host",
  "redis://host/",
  "redis://127.0.0.1:6379/0",
  "redis://[::1]:6379",
  "rediss://user:p%40ss@host.example:6380/15",
  "redis://:secret@host"
]

const redisUrl = {
  name: "REDIS_URL",
  config: Config.map(Variables.sharedRedis, (url) => (url === undefined ? undefined : Redacted.value(url))),
  unset: undefined,
  good: goodRedisUrls.map((url) => [url, url] as const),
  bad: [
    "secret",
    "host:6379",
    "http://a:secret@host",
    "redis://",
    "redis:///0",
    "redis://user:secret@",
    "redis://host:secret",
    "redis://host:99999",
    "redis://host/secret",
    "redis://host/0/1",
    "redis://host/0?password=secret",
    "redis://:se%cret@host",
    "redis://:sec%FFret@host",
    "redis://a b"
  ],
  message: "must be a URL such as redis://user:password@host:6379/0, or rediss:// for TLS"
}

/** The variables of several instances: default, valid values, and invalid values with their message. */
export const ofInstances = [redisUrl] as const
