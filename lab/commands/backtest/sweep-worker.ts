import { workerData } from "node:worker_threads";
import { type SweepOrder, workOnSweep } from "./run-sweep.ts";

// A thread of a sweep. It is started by its file name.
workOnSweep(workerData as SweepOrder);
