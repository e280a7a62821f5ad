import { createServer } from "node:net";

/** A TCP port on the loopback that nobody listened on a moment ago; whoever binds it must be ready to find it taken. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen({ host: "127.0.0.1", port: 0 }, () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error("the operating system gave no port"));
      });
    });
  });
}
