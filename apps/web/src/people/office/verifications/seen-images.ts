/** The verifications whose images this administrator has viewed since the page was loaded. */
const seen = new Set<string>();

export const rememberSeenImages = (verificationId: string): void => {
  seen.add(verificationId);
};

export const hasSeenImages = (verificationId: string): boolean => seen.has(verificationId);
