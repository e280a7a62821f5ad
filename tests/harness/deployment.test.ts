import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { settingsTable } from "../../apps/server/src/settings/settings.ts";

/** The files of `deploy`. No container engine runs here: what they start is started by tests/crash/release.test.ts. */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const settings = new Set(settingsTable.map(({ variable }) => variable));
/** With a value for each variable of compose. */
const fill = (text: string): string => text.replace(/\$\{\w+:\?\}/g, "filled");
const has = (program: string): boolean => spawnSync("which", [program]).status === 0;

interface Service {
  environment?: Record<string, string>;
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  command?: string[];
}

describe("the container files", () => {
  const { services } = parse(read("deploy/container/compose.yml"), { merge: true }) as {
    services: Record<string, Service>;
  };
  const ours = Object.entries(services).filter(([, { image }]) => image === "wazi");

  it("start two processes that serve and two that trade, without root and on a read-only file system", () => {
    expect(ours.map(([, { environment }]) => environment?.["ROLE"])).toEqual(["api", "api", "trader", "trader"]);
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      for (const variable of Object.keys(service.environment ?? {})) expect(settings, name).toContain(variable);
    }
    const containerfile = read("deploy/container/Containerfile");
    expect(containerfile).toMatch(/^USER 10001$/m);
    expect(containerfile).not.toMatch(/^USER root/m);
  });

  it("name files, programs and addresses that exist", () => {
    const containerfile = read("deploy/container/Containerfile");
    const [, script = ""] = /^RUN node (\S+) --to/m.exec(containerfile) ?? [];
    expect(existsSync(join(ROOT, script))).toBe(true);
    expect(containerfile).toContain('CMD ["node", "apps/server/dist/main.js"]');
    expect(existsSync(join(ROOT, "apps/server/src/main.ts"))).toBe(true);
    const proxy = services["proxy"];
    for (const address of Object.values(proxy?.environment ?? {}))
      expect(Object.keys(services)).toContain(address.split(":")[0]);
    for (const { volumes = [] } of Object.values(services))
      for (const volume of volumes.filter((each) => each.startsWith(".")))
        expect(existsSync(join(ROOT, "deploy/container", volume.split(":")[0] ?? "")), volume).toBe(true);
    for (const name of Object.keys(proxy?.environment ?? {}))
      expect(read("deploy/haproxy/haproxy.cfg")).toContain(`"$${name}"`);
    expect(read("deploy/prometheus/prometheus.yml")).toContain("wazi-alerts.yml");
  });

  it("are the cluster: every process uses PgBouncer, a direct connection, NATS and one key of the transparency log", () => {
    for (const [name, { environment = {}, depends_on: needs = {} }] of ours) {
      const hostOf = (variable: string): string => new URL(fill(environment[variable] ?? "")).host;
      expect([hostOf("DATABASE_URL"), hostOf("DATABASE_DIRECT_URL"), hostOf("NATS_URL")], name).toEqual([
        "pgbouncer:6432",
        "postgres:5432",
        "nats:4222",
      ]);
      expect(hostOf("MIGRATION_DATABASE_URL"), name).toBe("postgres:5432");
      expect(environment["LOG_KEY"], name).toBe("${LOG_KEY:?}");
      expect(environment["DOCUMENT_KEY"], name).toBe("${DOCUMENT_KEY:?}");
      expect(Object.keys(needs).sort(), name).toEqual(["nats", "pgbouncer", "postgres"]);
    }
    for (const name of ["pgbouncer", "nats"])
      expect(services[name], name).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
    for (const [name, { image }] of Object.entries(services))
      expect(image, name).toMatch(/^(wazi|docker\.io\/[\w/]+:v?\d[\w.-]*)$/);
    expect(services["nats"]?.command).toContain("-js");
  });

  it("keep the data of every process that trades or serves on a volume", () => {
    for (const [name, { volumes = [] }] of ours)
      expect(volumes, name).toEqual([expect.stringMatching(/^(documents|traders):\/data$/)]);
  });

  it("say in env.example what to set", () => {
    const asked = [...read("deploy/container/compose.yml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const given = [...read("deploy/container/env.example").matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(given.toSorted()).toEqual([...new Set(asked)].sort());
  });

  it("start PgBouncer with the configuration of deploy/pgbouncer, the containers' addresses and the user's password", () => {
    const folder = mkdtempSync(join(tmpdir(), "wazi-pooler-"));
    try {
      writeFileSync(join(folder, "pgbouncer"), '#!/bin/sh\ncat "$1"\n', { mode: 0o755 });
      const script = join(ROOT, "deploy/container/start-pgbouncer.sh");
      const from = "deploy/pgbouncer/pgbouncer.ini";
      const env = { PATH: `${folder}:${process.env["PATH"]}`, APPLICATION_PASSWORD: "s3cret" };
      const { stdout, status } = spawnSync("sh", [script, join(ROOT, from), folder], { env, encoding: "utf8" });
      expect(status).toBe(0);
      const [before, after] = [read(from).split("\n"), stdout.split("\n")];
      expect(after.filter((line, index) => line !== before[index])).toEqual([
        "wazi = host=postgres port=5432 dbname=wazi",
        "listen_addr = 0.0.0.0",
        `auth_file = ${folder}/userlist.txt`,
      ]);
      expect(stdout).toContain("pool_mode = transaction");
      expect(readFileSync(join(folder, "userlist.txt"), "utf8")).toBe('"wazi_web" "s3cret"\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the systemd units", () => {
  const folder = "deploy/systemd";
  const names = readdirSync(join(ROOT, folder)).filter((name) => !name.endsWith(".example"));

  it("start programs of a release with settings that exist", () => {
    for (const name of names) {
      const text = read(`${folder}/${name}`);
      for (const [, program = ""] of text.matchAll(/^ExecStart=\/usr\/bin\/node apps\/server\/dist\/(\S+)\.js/gm)) {
        const [path] = [`apps/server/src/${program}.ts`, `apps/server/src/commands/${program}.ts`].filter((each) =>
          existsSync(join(ROOT, each)),
        );
        expect(path, name).toBeDefined();
      }
      for (const [, line = ""] of text.matchAll(/^Environment=(.+)$/gm))
        for (const pair of line.split(" ")) expect(settings, name).toContain(pair.split("=")[0]);
    }
  });

  it("share the keys that every process and the backup need", () => {
    const given = [...read(`${folder}/wazi.env.example`).matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
    for (const name of given) expect(settings).toContain(name);
    expect(given).toEqual(expect.arrayContaining(["DOCUMENT_KEY", "LOG_KEY", "PUSH_KEY"]));
    for (const name of ["wazi@.service", "wazi-backup.service"])
      expect(read(`${folder}/${name}`)).toContain("EnvironmentFile=/etc/wazi/wazi.env");
  });

  it("are accepted by systemd", (context) => {
    context.skip(!has("systemd-analyze"), "needs systemd-analyze");
    const copy = mkdtempSync(join(tmpdir(), "wazi-units-"));
    try {
      for (const name of names) {
        // The folders of an installation are not on this machine.
        const text = read(`${folder}/${name}`)
          .replaceAll("/opt/wazi", "/tmp")
          .replace("/usr/bin/node", process.execPath);
        writeFileSync(join(copy, name.replace("@.", "@api.")), text);
      }
      const units = readdirSync(copy).map((name) => join(copy, name));
      const checked = spawnSync("systemd-analyze", ["verify", "--man=no", ...units], { encoding: "utf8" });
      const complaints = checked.stderr.split("\n").filter((line) => line.includes("wazi"));
      expect({ status: checked.status, complaints }).toEqual({ status: 0, complaints: [] });
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

describe("the proxy's configuration", () => {
  it("is accepted by HAProxy, with and without TLS", (context) => {
    context.skip(!has("haproxy"), "needs Debian's haproxy (apt-get install haproxy)");
    const copy = mkdtempSync(join(tmpdir(), "wazi-proxy-"));
    try {
      cpSync(join(ROOT, "deploy/haproxy"), copy, { recursive: true });
      const certificate = join(copy, "wazi.pem");
      const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=wazi.example"];
      const made = spawnSync("openssl", [...request, "-keyout", `${certificate}.key`, "-out", certificate], {
        cwd: copy,
      });
      expect(made.status).toBe(0);
      const env = {
        PATH: process.env["PATH"],
        API_1: "127.0.0.1:3001",
        API_2: "127.0.0.1:3002",
        CERTIFICATE: certificate,
      };
      const check = (...files: string[]) =>
        spawnSync("haproxy", ["-c", ...files.flatMap((file) => ["-f", join(copy, file)])], { env, encoding: "utf8" });
      expect(check("haproxy.cfg")).toMatchObject({ status: 0 });
      expect(check("haproxy.cfg", "tls.cfg")).toMatchObject({ status: 0 });
    } finally {
      rmSync(copy, { recursive: true });
    }
  });
});

describe("the alert rules", () => {
  it("are accepted by promtool, with their expressions", (context) => {
    context.skip(!has("promtool"), "needs Debian's prometheus (apt-get install prometheus): no expression was checked");
    const checked = spawnSync("promtool", ["check", "rules", join(ROOT, "deploy/prometheus/wazi-alerts.yml")], {
      encoding: "utf8",
    });
    expect({ status: checked.status, stderr: checked.stderr }).toEqual({ status: 0, stderr: "" });
    const configured = spawnSync("promtool", [
      "check",
      "config",
      "--syntax-only",
      join(ROOT, "deploy/prometheus/prometheus.yml"),
    ]);
    expect(configured.status).toBe(0);
  });
});
