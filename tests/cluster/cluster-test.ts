import { startMoneyLoad, type MoneyLoad } from "../../lab/torture/money-load.ts";
import { sharedProcessTest } from "../harness/process-test.ts";
import { type Cluster, type ClusterOptions, startCluster } from "./cluster.ts";
import type { ClusterDatabase } from "./cluster-database.ts";
import { findClusterPrograms } from "./programs.ts";

const found = findClusterPrograms();

/**
 * A test of a cluster, which ends with the file. Where Debian's packages are missing, it is skipped and says what to install;
 * `npm run wazi -- test:cluster` fails instead. `extraPackages` are those that only this file needs.
 */
export const clusterTest = sharedProcessTest
  .extend("extraPackages", (): string[] => [])
  .extend("skipReason", ({ extraPackages }) => {
    const isReplicated = !("missing" in found) && found.patroni !== undefined;
    const missing = ["missing" in found ? found.missing : [], isReplicated ? [] : extraPackages].flat();
    const reason = missing.length === 0 ? "" : `needs Debian's packages: apt-get install ${missing.join(" ")}`;
    if (reason !== "" && process.env["WAZI_CLUSTER"] === "required") throw new Error(reason);
    return reason;
  })
  .extend("programs", { scope: "file" }, ({ endProcesses: _after }) => {
    if ("missing" in found) throw new Error("skipReason has not skipped this test");
    return found;
  })
  .extend(
    "startCluster",
    { scope: "file" },
    ({ programs, stopLater }) =>
      async <Database extends ClusterDatabase>(options: ClusterOptions<Database>): Promise<Cluster<Database>> => {
        const cluster = await startCluster(programs, options);
        stopLater(() => cluster.stop());
        return cluster;
      },
  );

/** Moves money through the proxy. Who awaits `ended` learns of a broken promise. */
export async function startLoad({ address }: Cluster, investors: number, seed: number): Promise<MoneyLoad> {
  const load = await startMoneyLoad([address], investors, seed);
  load.ended.catch(() => undefined);
  return load;
}
