import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { ROOT } from "./project.mjs";

/**
 * Runs Node on a script and returns its exit code. Signals are passed on, so that stopping the command stops everything.
 * By default its standard output goes to our standard error, because our standard output is for the command's result.
 * With an `outputFile`, the descriptor of an open file, it goes there. Standard error stays ours, so that what it says while it runs
 * is seen at once. `isInBackground` leaves the processor to others while they need it.
 */
export function runNode(
  args,
  { env = process.env, stdout = "stderr", cwd = ROOT, outputFile, isInBackground = false } = {},
) {
  const output = outputFile ?? (stdout === "stderr" ? 2 : 1);
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", output, 2] });
  if (isInBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const forward = (signal) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      for (const name of signals) process.removeListener(name, forward);
      if (signal !== null && signals.includes(signal)) process.kill(process.pid, signal);
      resolve(code ?? 1);
    });
  });
}
