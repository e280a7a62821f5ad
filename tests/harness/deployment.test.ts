import { spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { settingsTable } from "../../apps/server/src/start/settings/settings.ts";

/** The files of `deploy`. No container engine runs here: what they start is started by tests/crash/release.test.ts. */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const settings = new Set(settingsTable.map(({ variable }) => variable));
/** With a value for each variable of compose. */
const fill = (text: string): string => text.replace(/\$\{\w+:\?\}/g, "filled");
/** Tenths of systemd's exposure level, which goes from 0 to 10. */
const MOST_EXPOSED = 20;
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
  const { services } = parse(read("ops/deploy/container/compose.yml"), { merge: true }) as {
    services: Record<string, Service>;
  };
  const ours = Object.entries(services).filter(([, { image }]) => image === "wazi");

  it("start two processes that serve and two that trade, without root and on a read-only file system", () => {
    expect(ours.map(([, { environment }]) => environment?.["ROLE"])).toEqual(["api", "api", "trader", "trader"]);
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      for (const variable of Object.keys(service.environment ?? {})) expect(settings, name).toContain(variable);
    }
    const containerfile = read("ops/deploy/container/Containerfile");
    expect(containerfile).toMatch(/^USER 10001$/m);
    expect(containerfile).not.toMatch(/^USER root/m);
  });

  it("name files, programs and addresses that exist", () => {
    const containerfile = read("ops/deploy/container/Containerfile");
    const [, script = ""] = /^RUN node (\S+) --to/m.exec(containerfile) ?? [];
    expect(existsSync(join(ROOT, script))).toBe(true);
    expect(containerfile).toContain('CMD ["node", "apps/server/dist/main.js"]');
    expect(existsSync(join(ROOT, "apps/server/src/main.ts"))).toBe(true);
    const proxy = services["proxy"];
    for (const address of Object.values(proxy?.environment ?? {}))
      expect(Object.keys(services)).toContain(address.split(":")[0]);
    for (const { volumes = [] } of Object.values(services))
      for (const volume of volumes.filter((each) => each.startsWith(".")))
        expect(existsSync(join(ROOT, "ops/deploy/container", volume.split(":")[0] ?? "")), volume).toBe(true);
    for (const name of Object.keys(proxy?.environment ?? {}))
      expect(read("ops/deploy/haproxy/haproxy.cfg")).toContain(`"$${name}"`);
    expect(read("ops/deploy/prometheus/prometheus.yml")).toContain("wazi-alerts.yml");
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
    const asked = [...read("ops/deploy/container/compose.yml").matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const given = [...read("ops/deploy/container/env.example").matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(given.toSorted()).toEqual([...new Set(asked)].sort());
  });

  it("start PgBouncer with the configuration of ops/deploy/pgbouncer, the containers' addresses and the user's password", () => {
    const folder = mkdtempSync(join(tmpdir(), "wazi-pooler-"));
    try {
      writeFileSync(join(folder, "pgbouncer"), '#!/bin/sh\ncat "$1"\n', { mode: 0o755 });
      const script = join(ROOT, "ops/deploy/container/start-pgbouncer.sh");
      const from = "ops/deploy/pgbouncer/pgbouncer.ini";
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
  const folder = "ops/deploy/systemd";
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
        for (const pair of line.split(" ")) expect([...settings, "TMPDIR"], name).toContain(pair.split("=")[0]);
    }
  });

  it("share the keys that every process and the backup need", () => {
    const given = [...read(`${folder}/wazi.env.example`).matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
    for (const name of given) expect(settings).toContain(name);
    expect(given).toEqual(expect.arrayContaining(["DOCUMENT_KEY", "LOG_KEY", "PUSH_KEY"]));
    for (const name of ["wazi@.service", "wazi-backup.service"])
      expect(read(`${folder}/${name}`)).toContain("EnvironmentFile=/etc/wazi/wazi.env");
  });

  it("report when what a timer starts fails", () => {
    const timers = names.filter((name) => name.endsWith(".timer"));
    expect(timers.length).toBeGreaterThanOrEqual(3);
    for (const timer of timers)
      expect(read(`${folder}/${timer.replace(".timer", ".service")}`), timer).toMatch(
        /^OnFailure=wazi-failed@%n\.service$/m,
      );
    expect(names).toContain("wazi-failed@.service");
  });

  it("keep each service from what it does not need, by systemd's own measure", (context) => {
    context.skip(!has("systemd-analyze"), "needs systemd-analyze (apt-get install systemd)");
    for (const name of names.filter((each) => each.endsWith(".service"))) {
      const args = [
        "security",
        "--offline=true",
        "--no-pager",
        `--threshold=${MOST_EXPOSED}`,
        join(ROOT, folder, name),
      ];
      const { status, stdout, stderr } = spawnSync("systemd-analyze", args, { encoding: "utf8" });
      expect({ status, last: stdout.trim().split("\n").at(-1), stderr }, name).toMatchObject({ status: 0 });
    }
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
      cpSync(join(ROOT, "ops/deploy/haproxy"), copy, { recursive: true });
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

describe("the files of Prometheus", () => {
  const folder = join(ROOT, "ops/deploy/prometheus");
  const promtool = (...args: string[]) => spawnSync("promtool", args, { cwd: folder, encoding: "utf8" });
  const NEEDS = "needs Debian's prometheus (apt-get install prometheus): no rule was tried";

  it("are accepted by promtool", (context) => {
    context.skip(!has("promtool"), NEEDS);
    expect(promtool("check", "rules", "wazi-alerts.yml")).toMatchObject({ status: 0, stderr: "" });
    expect(promtool("check", "config", "prometheus.yml")).toMatchObject({ status: 0, stderr: "" });
  });

  it("have rules that fire when they should, and not otherwise", (context) => {
    context.skip(!has("promtool"), NEEDS);
    const { status, stdout, stderr } = promtool("test", "rules", "wazi-alerts.test.yml");
    expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, output: "" });
  });

  it("have a case for every rule", () => {
    const alerts = [...read("ops/deploy/prometheus/wazi-alerts.yml").matchAll(/^ +- alert: (\w+)$/gm)].map(
      ([, name]) => name,
    );
    const cases = read("ops/deploy/prometheus/wazi-alerts.test.yml");
    expect(alerts.length).toBeGreaterThan(30);
    expect(alerts.filter((name) => !cases.includes(`{alertname="${name}"}`))).toEqual([]);
  });

  it("read the metrics of every process that the compose file starts", () => {
    const { scrape_configs: jobs } = parse(read("ops/deploy/prometheus/prometheus.yml")) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[]; labels?: { process: string } }[] }[];
    };
    const targets = jobs.find(({ job_name: name }) => name === "wazi")?.static_configs ?? [];
    const { services } = parse(read("ops/deploy/container/compose.yml"), { merge: true }) as {
      services: Record<string, Service>;
    };
    const processes = Object.entries(services).flatMap(([name, { environment }]) =>
      environment?.["METRICS_PORT"] === undefined ? [] : [name],
    );
    expect(targets.map(({ labels }) => labels?.process)).toEqual(processes);
    expect(new Set(targets.flatMap((each) => each.targets)).size).toBe(processes.length);
  });
});

describe("the rotation of log files", () => {
  it("keeps every line of a process that goes on writing, and lets the file begin anew", (context) => {
    context.skip(!has("logrotate"), "needs logrotate (apt-get install logrotate)");
    const place = mkdtempSync(join(tmpdir(), "wazi-logs-"));
    const file = join(place, "api.log");
    // As `>>` of a shell opens it.
    const log = openSync(file, "a");
    try {
      const write = (text: string): void =>
        void spawnSync(process.execPath, ["-e", `console.log(${JSON.stringify(text)})`], {
          stdio: ["ignore", log, log],
        });
      const configuration = join(place, "wazi.conf");
      writeFileSync(configuration, read("ops/deploy/logrotate/wazi").replaceAll("/var/log/wazi/", `${place}/`), {
        mode: 0o644,
      });
      write("before");
      const rotated = spawnSync("logrotate", ["--force", "--state", join(place, "state"), configuration], {
        encoding: "utf8",
      });
      expect({ status: rotated.status, stderr: rotated.stderr }).toEqual({ status: 0, stderr: "" });
      write("after");
      expect(readFileSync(`${file}.1`, "utf8")).toBe("before\n");
      expect(readFileSync(file, "utf8")).toBe("after\n");
    } finally {
      closeSync(log);
      rmSync(place, { recursive: true });
    }
  });
});
