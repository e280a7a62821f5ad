import { readArguments, refuse } from "./project.mjs";

const help = `
Usage: npm run wazi -- test:cluster [--promotions 20]

Starts clusters of Debian's packages (npm run wazi -- cluster --help) and tests them under load: kills of a trader and of NATS, a
restart of every process, and promotions of a standby, 2 or as many as given. Needs patroni and etcd-server too. Without
the packages it fails and says what to install.`;

const { values } = readArguments(help, { options: { promotions: { type: "string" } } });
if (values.promotions !== undefined && !/^[1-9]\d*$/.test(values.promotions))
  refuse("--promotions takes a whole number from 1.");
process.env.WAZI_CLUSTER = "required";
if (values.promotions !== undefined) process.env.WAZI_PROMOTIONS = values.promotions;
process.argv.splice(2, Infinity, "tests/cluster");
await import("./test.mjs");
