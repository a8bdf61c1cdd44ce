import { beforeEach, type RunnerTestCase, type RunnerTestSuite } from "vitest"

/** The tests that cannot be made behind a proxy or by several instances, by what they are about. */
const leftOut: Readonly<Record<string, RegExp>> = {
  "they look into the process of the server":
    /there are never|RATE_LIMIT_MCP .* counts an initialize|ends? (its|the) MCP sessions|ends with a result when the credential ends|follow_notifications brings missed|is answered from the cache the second time|tags its response/,
  "they stop the server or its database":
    /while the database is away >|of a server that stops >|once the server is closing|after a restart >/,
  "each instance has a cap of streams and sessions of its own":
    /are as many as allowed at once|Sessions\.begin > begins as many|mcp\.open is 429|subscriptions\/listen > is limited|member has too many/,
  "each instance shows the views of others within a minute":
    /counts the views of a post on|counts every get_post as a view|counts a 304 of a post as a view|are listed, and read as their REST twins|a call gives the record that REST gives, and fails/,
  "nginx refuses these itself":
    /^A request that cannot be read|HEAD, OPTIONS and TRACE|names no software|has a unique X-Request-Id/,
  "nginx sends the address of its client in place of the client's own claim":
    /counts HEAD as GET|invalid credentials by address|addresses of a \/64|registrations and logins of an address|addresses that never used it/
}

const nameOf = (task: RunnerTestCase | RunnerTestSuite): string =>
  task.suite === undefined ? task.name : `${nameOf(task.suite)} > ${task.name}`

beforeEach(({ skip, task }) => {
  const name = nameOf(task)
  for (const [reason, names] of Object.entries(leftOut)) if (names.test(name)) skip(reason)
})
