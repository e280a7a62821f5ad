import { endChildrenWithUs } from "./end-with-us.mjs";

// For each worker of vitest. What its files start ends with it.
endChildrenWithUs();
