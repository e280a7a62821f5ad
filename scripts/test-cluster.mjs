import { parseArgs } from "node:util";
import { answerHelp } from "./project.mjs";

answerHelp(`
Usage: npm run test:cluster [-- --promotions 20]

Starts clusters of Debian's packages (npm run cluster -- --help) and tests them under load: kills of a trader and of NATS, a
restart of every process, and promotions of a standby, 2 or as many as given. Needs patroni and etcd-server too. Without
the packages it fails and says what to install.`);

const { values } = parseArgs({ options: { promotions: { type: "string" } } });
process.env.WAZI_CLUSTER = "required";
if (values.promotions !== undefined) process.env.WAZI_PROMOTIONS = values.promotions;
process.argv.splice(2, Infinity, "tests/cluster");
await import("./test.mjs");
