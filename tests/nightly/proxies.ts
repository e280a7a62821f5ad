import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { startProgram, untilListening, type RunningProgram } from "../cluster/programs.ts";
import { CHECKOUT } from "../harness/wazi-process.ts";
import type { Certificate } from "./tls-client.ts";
import { adapt, pathOf } from "./nightly-programs.ts";

/** Debian's proxies with Debian's own configuration and the files of `deploy`. Only ports, paths and the certificate are the test's. */

export const PROXIES = ["nginx", "haproxy", "caddy"] as const;
export type ProxyName = (typeof PROXIES)[number];
export const SITE_NAME = "wazi.example";

export interface RunningProxy {
  port: number;
  stop(): Promise<void>;
}

interface Place {
  folder: string;
  certificate: Certificate;
  /** The product's host and port. */
  upstream: string;
  /** A second process, behind HAProxy. */
  second?: string;
  port: number;
  plainPort: number;
}

const writers = { nginx: startNginx, haproxy: startHaproxy, caddy: startCaddy } satisfies Record<
  ProxyName,
  (place: Place) => RunningProgram
>;

export async function startProxy(name: ProxyName, place: Omit<Place, "port" | "plainPort">): Promise<RunningProxy> {
  const folder = join(place.folder, name);
  mkdirSync(folder, { mode: 0o755 });
  const port = await findFreePort();
  const program = writers[name]({ ...place, folder, port, plainPort: await findFreePort() });
  try {
    await untilListening(name, port, program);
  } catch (error) {
    await program.stop();
    throw error;
  }
  return { port, stop: () => program.stop() };
}

const deployFile = (path: string): string => readFileSync(join(CHECKOUT, "ops/deploy", path), "utf8");

function startNginx({ folder, certificate, upstream, port, plainPort }: Place): RunningProgram {
  const sites = join(folder, "sites-enabled");
  mkdirSync(sites);
  const main = adapt(readFileSync("/etc/nginx/nginx.conf", "utf8"), [
    ["/run/nginx.pid", join(folder, "nginx.pid")],
    ["/var/log/nginx/", `${folder}/`],
    ["/etc/nginx/sites-enabled/*", `${sites}/*`],
  ]);
  const site = adapt(deployFile("nginx/wazi.conf"), [
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ", `listen 127.0.0.1:${port} `],
    ["  listen [::]:80;\n", ""],
    ["  listen [::]:443 ssl http2;\n", ""],
    ["/etc/letsencrypt/live/wazi.example/fullchain.pem", certificate.certificate],
    ["/etc/letsencrypt/live/wazi.example/privkey.pem", certificate.key],
    ["127.0.0.1:3000", upstream],
  ]);
  writeFileSync(join(folder, "nginx.conf"), main);
  writeFileSync(join(sites, "wazi"), site);
  return startProgram(pathOf("nginx"), ["-c", join(folder, "nginx.conf"), "-g", "daemon off;"]);
}

function startHaproxy({ folder, certificate, upstream, second = upstream, port, plainPort }: Place): RunningProgram {
  const debian = adapt(readFileSync("/etc/haproxy/haproxy.cfg", "utf8"), [
    ["/run/haproxy/admin.sock", join(folder, "admin.sock")],
  ]);
  const own = adapt(deployFile("haproxy/haproxy.cfg"), [
    // A test may not raise its limit of open files, of which HAProxy wants two for each connection.
    ["maxconn 30000", "maxconn 1000"],
    ["bind :8080", `bind 127.0.0.1:${plainPort}`],
  ]);
  const tls = adapt(deployFile("haproxy/tls.cfg"), [["bind :8443", `bind 127.0.0.1:${port}`]]);
  const files = { "debian.cfg": debian, "haproxy.cfg": own, "tls.cfg": tls };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const args = Object.keys(files).flatMap((name) => ["-f", join(folder, name)]);
  // As /etc/default/haproxy sets them. With one process both names have its address.
  const env = { API_1: upstream, API_2: second, CERTIFICATE: certificate.both };
  return startProgram(pathOf("haproxy"), ["-db", ...args], { env });
}

function startCaddy({ folder, certificate, upstream, port }: Place): RunningProgram {
  const site = adapt(deployFile("caddy/Caddyfile"), [
    [
      `\n${SITE_NAME} {`,
      `\nhttps://${SITE_NAME}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.certificate} ${certificate.key}`,
    ],
    ["127.0.0.1:3000", upstream],
  ]);
  // Caddy's own port for commands and its redirect from port 80 would meet those of this machine.
  writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  const env = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return startProgram(pathOf("caddy"), ["run", "--config", join(folder, "Caddyfile")], { env });
}
