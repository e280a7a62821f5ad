import { errorCodes, type Call, type ErrorCode } from "@wazi/contracts";

/** The error codes that a call can answer with: those that follow from its definition, and the others that it lists. */
export function listErrors(call: Call): ErrorCode[] {
  const isChange = call.method !== "GET";
  const isSignedIn = call.permission !== "public";
  const movesMoney = call.movesMoney === true;
  const hasParams = call.path.includes(":");
  const following: Partial<Record<ErrorCode, boolean>> = {
    VALIDATION: isChange || hasParams || call.query !== undefined,
    UNAUTHENTICATED: isSignedIn,
    // Another site's page may not change anything.
    FORBIDDEN: isChange || call.permission === "admin",
    // An account may be closed while its call runs.
    RESTRICTED: isChange || isSignedIn,
    STEP_UP_REQUIRED: call.stepUp !== undefined,
    FACTOR_REQUIRED: isSignedIn && call.openWithoutFactor !== true,
    NOT_FOUND: hasParams,
    CONFLICT: movesMoney,
    PAYLOAD_TOO_LARGE: isChange,
    UNSUPPORTED_MEDIA_TYPE: isChange,
    IDEMPOTENCY_MISMATCH: movesMoney,
    RATE_LIMITED: movesMoney,
    INTERNAL: true,
    BUSY: true,
  };
  return errorCodes.filter((code) => following[code] === true || call.errors?.includes(code));
}
