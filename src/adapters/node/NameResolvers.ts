import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns"
import { Resolver } from "node:dns/promises"
import { readFile } from "node:fs/promises"
import { isIP } from "node:net"

/** The wait for the first answer of a name server. The second try waits twice as long. */
const answerTimeoutMillis = 1_000

const tries = 2

const hostsFile = "/etc/hosts"

/** Gives all addresses of a name, or an error whose code is one of Node's. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: Array<LookupAddress>) => void
) => void

const notFound = () => Object.assign(new Error(), { code: "ENOTFOUND" })

/** Asks nobody for names under `invalid`, which have no address (RFC 6761). */
const butInvalid =
  (resolve: Resolve): Resolve =>
  (name, options, done) =>
    /\.invalid\.?$/i.test(name) ? done(notFound(), []) : resolve(name, options, done)

/** The addresses that the operator has given a name on this machine. */
const addressesHere = async (name: string): Promise<ReadonlyArray<string>> => {
  const file = await readFile(hostsFile, "utf8").catch(() => "")
  return file.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/)
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name.toLowerCase()) ? [address] : []
  })
}

const addressesOf = async (name: string, resolver: Resolver): Promise<ReadonlyArray<string>> => {
  const here = await addressesHere(name)
  if (here.length > 0) return here
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
}

/**
 * Asks name servers for names that strangers choose. Unlike the resolver of the system, of whose look-ups Node runs two
 * at a time, it holds no thread while a name server is silent, and gives up after seconds. Each look-up reads which
 * servers the system names.
 */
export const nameServers = (servers: ReadonlyArray<string> = []): Resolve =>
  butInvalid((name, _, done) => {
    const resolver = new Resolver({ timeout: answerTimeoutMillis, tries })
    if (servers.length > 0) resolver.setServers(servers)
    addressesOf(name, resolver).then((found) => {
      const addresses = found.map((address) => ({ address, family: isIP(address) }))
      done(addresses.length === 0 ? notFound() : null, addresses)
    })
  })

/** Asks the resolver of the system, which knows more than name servers do. For names that the operator chooses. */
export const ofSystem: Resolve = butInvalid(lookup)
