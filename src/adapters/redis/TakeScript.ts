import { createHash } from "node:crypto"

/**
 * Takes `count` from all buckets or from none, on the clock of Redis. KEYS are the buckets. ARGV are the length of the
 * windows in milliseconds, the count, and the limit of each bucket. It returns 1 if it has taken, 0 if not, and for each
 * bucket what is used and the milliseconds to the end of its window. A key lives as long as its window. One that would
 * live longer, since the clock was set back, begins again, and so does one whose value is not a count. A count of 0 only
 * looks.
 */
export const takeScript = `
local window, count = tonumber(ARGV[1]), tonumber(ARGV[2])
local allowed, states = 1, {}
for index, key in ipairs(KEYS) do
  local reset = redis.call('PTTL', key)
  local used = 0
  local value = reset > 0 and reset <= window and redis.pcall('GET', key)
  if type(value) == 'string' and #value < 16 and value:find('^%d+$') then used = tonumber(value) else reset = window end
  if used + count > tonumber(ARGV[index + 2]) then allowed = 0 end
  states[2 * index - 1], states[2 * index] = used, reset
end
if allowed == 1 and count > 0 then
  for index, key in ipairs(KEYS) do
    local used = states[2 * index - 1]
    if used > 0 then redis.call('INCRBY', key, count) else redis.call('SET', key, count, 'PX', window) end
    states[2 * index - 1] = used + count
  end
end
return {allowed, unpack(states)}
`

/** The name of the script for EVALSHA. */
export const takeScriptSha = createHash("sha1").update(takeScript).digest("hex")
