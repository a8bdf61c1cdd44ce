import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { validate } from "dockerfile-utils"
import { parse } from "yaml"

/** An image by its version and its digest. */
const fixedImage = /^[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+@sha256:[0-9a-f]{64}$/

const isSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0

// No container engine and no init system runs where the tests run: these files are checked by linters.
describe("The files of operation", () => {
  it("Dockerfile has no fault that a linter finds, and runs as a user who is not root", () => {
    const text = readFileSync("operations/Dockerfile", "utf8")
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
    for (const [, image = ""] of text.matchAll(/^FROM (\S+)/gm)) expect(image).toMatch(fixedImage)
    for (const [, options = ""] of text.matchAll(/^RUN npm ci(.*)$/gm)) expect(options).toContain(" --ignore-scripts ")
    const last = text.slice(text.lastIndexOf("FROM "))
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^HEALTHCHECK /m)
    const sent = Array.from(
      readFileSync("operations/Dockerfile.dockerignore", "utf8").matchAll(/^!(.*)$/gm),
      ([, path]) => `${path}/`
    )
    for (const [, path = ""] of text.matchAll(/^COPY (?!--from)(\S+) /gm)) {
      expect(
        sent.some((one) => `${path}/`.startsWith(one)),
        path
      ).toBe(true)
    }
  })

  it("nginx.conf redirects to its own name for any Host", () => {
    expect(readFileSync("operations/nginx.conf", "utf8").match(/return 308 .*/g)).toEqual([
      "return 308 https://$server_name$request_uri;"
    ])
  })

  it("compose.yaml gives each service a read-only file system, no capabilities, and limits of memory and processes", () => {
    const { services } = parse(readFileSync("operations/compose.yaml", "utf8"))
    for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
      expect({ name, ...service }).toMatchObject({
        name,
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        memswap_limit: service["mem_limit"],
        pids_limit: expect.any(Number)
      })
      if (service["build"] === undefined) {
        expect(service["image"]).toMatch(fixedImage)
        expect(service["user"]).not.toBe("root")
        expect(service["user"]).toBeDefined()
      }
      expect(service).not.toHaveProperty("cap_add")
    }
  })

  it("compose.yaml starts services once those that they need are healthy", () => {
    const { services, volumes } = parse(readFileSync("operations/compose.yaml", "utf8"))
    for (const [name] of Object.entries(services.community.depends_on)) {
      expect(services.community.depends_on[name]).toEqual({ condition: "service_healthy" })
      expect(services[name].healthcheck.test).toBeDefined()
    }
    const { build, env_file } = services.community
    expect(existsSync(join("operations", build.context, build.dockerfile))).toBe(true)
    expect(env_file).toEqual([{ path: "community.env", required: false }])
    expect(Object.keys(services.community.depends_on)).toEqual(["postgres", "redis"])
    expect(new URL(services.community.environment.REDIS_URL).hostname).toBe("redis")
    expect(services.redis.command.join(" ")).toContain("--save  --appendonly no")
    expect(services.postgres.healthcheck.test[1]).toContain("pg_isready")
    for (const name of ["community", "postgres"]) {
      for (const mount of services[name].volumes) expect(volumes).toHaveProperty(mount.split(":")[0])
    }
  })

  it.skipIf(!isSystemd)("the systemd unit is well formed, and exposes little", () => {
    const unit = "operations/rare-disease-community.service"
    const options = { encoding: "utf8" } as const
    // Node lists the addresses of the machine over netlink.
    expect(readFileSync(unit, "utf8")).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m)
    for (const limit of ["MemoryMax", "MemorySwapMax", "TasksMax", "LimitCORE"]) {
      expect(readFileSync(unit, "utf8")).toMatch(new RegExp(`^${limit}=\\d`, "m"))
    }
    const security = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit], options)
    expect(security.status, security.stdout + security.stderr).toBe(0)
  })
})
