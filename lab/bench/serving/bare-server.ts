import { spawn } from "node:child_process";
import Fastify from "fastify";
import { openPool } from "../../../apps/server/src/platform/db/pool.ts";

const FLAG = "--bare-server=";

/** Serves `/users/ID`, one row found by its key, with no more than a web framework and the driver of the product. */
export async function runBareServer(databaseUrl: string): Promise<void> {
  const sql = openPool(databaseUrl);
  const app = Fastify();
  app.get("/users/:id", async ({ params }) => {
    const { id } = params as { id: string };
    const [user] = await sql<{ id: string }[]>`
      select id, email, first_name as "firstName", last_name as "lastName", phone, country, is_active as "isActive"
      from users where id = ${id}`;
    return user;
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  process.stdout.write(`${address}\n`);
}

/** The database of a process that was started as a bare server; undefined in all others. */
export function findBareServerDatabase(): string | undefined {
  return process.argv.find((argument) => argument.startsWith(FLAG))?.slice(FLAG.length);
}

/** Runs `work` with a bare server in a process of its own. The bench's program must call `runBareServer` in it. */
export async function withBareServer<T>(
  databaseUrl: string,
  work: (server: { origin: string; pid: number }) => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, [process.argv[1] ?? "", `${FLAG}${databaseUrl}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.trim()));
      child.once("exit", (code) => reject(new Error(`The bare server exited with code ${code}`)));
    });
    return await work({ origin: address, pid: child.pid ?? 0 });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
