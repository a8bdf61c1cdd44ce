// Preloaded into an instance. Its wall clock has the offset in the file that CLOCK_OFFSET_FILE names, in milliseconds, and
// steps to a new one on SIGUSR2. The monotonic clock stays as it is, as it does when an operator or NTP sets the clock of a machine.
const { readFileSync } = require("node:fs")

const TrueDate = Date
const read = () => Number(readFileSync(process.env["CLOCK_OFFSET_FILE"] ?? "", "utf8"))
let offset = read()
const now = () => TrueDate.now() + offset

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name))
})
process.on("SIGUSR2", () => {
  offset = read()
})
