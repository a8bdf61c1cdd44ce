import { bytesOf, type Request } from "./Connection.ts"

/** Members whose own members are named by stored data. */
const maps = /\.codes$/

const pathsOf = (value: unknown, at: string, found: Set<string>) => {
  if (Array.isArray(value)) for (const item of value) pathsOf(item, `${at}[]`, found)
  else if (typeof value === "object" && value !== null && !maps.test(at)) {
    for (const [name, member] of Object.entries(value)) pathsOf(member, at === "" ? name : `${at}.${name}`, found)
    if (Object.keys(value).length === 0) found.add(at)
  } else found.add(at)
}

/** An answer's status, how long it is, and the paths of its members. */
const answerOf = async (url: string, request: Request) => {
  const { body, method, path, token } = request
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" })
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await answer.text()
  const paths = new Set<string>()
  pathsOf(JSON.parse(text), "", paths)
  return { status: answer.status, bytes: text.length, paths, sent: bytesOf(request).length }
}

/**
 * The differences in shape between the responses of two servers: members that one of them has and the other never. A
 * comparison is honest where there are none, or where they are small beside the measured difference.
 */
export const shapeDifferences = async (
  ours: string,
  peer: string,
  requests: ReadonlyArray<Request>
): Promise<ReadonlyArray<string>> => {
  const differences = new Set<string>()
  const all = { ours: new Set<string>(), peer: new Set<string>() }
  let [ourBytes, peerBytes] = [0, 0]
  for (const request of requests) {
    const [mine, theirs] = [await answerOf(ours, request), await answerOf(peer, request)]
    if (mine.status !== theirs.status) differences.add(`ours is ${mine.status}, the peer's ${theirs.status}`)
    for (const path of mine.paths) all.ours.add(path)
    for (const path of theirs.paths) all.peer.add(path)
    ourBytes += mine.bytes
    peerBytes += theirs.bytes
  }
  // A member that may be null has its own members only where it is not.
  const has = (paths: ReadonlySet<string>, path: string) =>
    paths.has(path) || Array.from(paths).some((other) => other.startsWith(`${path}.`) || path.startsWith(`${other}.`))
  for (const path of all.ours) if (!has(all.peer, path)) differences.add(`only ours has ${path}`)
  for (const path of all.peer) if (!has(all.ours, path)) differences.add(`only the peer has ${path}`)
  const ratio = ourBytes / peerBytes
  if (ratio > 1.1 || ratio < 0.9) differences.add(`ours is ${ratio.toFixed(2)} times as long`)
  return Array.from(differences)
}
