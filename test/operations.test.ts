import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { validate } from "dockerfile-utils"
import { parse } from "yaml"

const isSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0

// No container engine and no init system runs where the tests run: these files are checked by linters.
describe("The files of operation", () => {
  it("Dockerfile has no fault that a linter finds, and runs as a user who is not root", () => {
    const text = readFileSync("operations/Dockerfile", "utf8")
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
    const last = text.slice(text.lastIndexOf("FROM "))
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^HEALTHCHECK /m)
    for (const [, folder = ""] of text.matchAll(/^COPY (?!--from)(\S+) /gm)) {
      expect(readFileSync("operations/Dockerfile.dockerignore", "utf8")).toContain(`!${folder}`)
    }
  })

  it("nginx.conf redirects to its own name for any Host", () => {
    expect(readFileSync("operations/nginx.conf", "utf8").match(/return 308 .*/g)).toEqual([
      "return 308 https://$server_name$request_uri;"
    ])
  })

  it("compose.yaml gives community and Redis a read-only file system and no capabilities, and waits for their dependencies", () => {
    const { services, volumes } = parse(readFileSync("operations/compose.yaml", "utf8"))
    for (const name of ["community", "redis"]) {
      expect(services[name]).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"]
      })
    }
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
    const security = spawnSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit], options)
    expect(security.status, security.stdout + security.stderr).toBe(0)
  })
})
