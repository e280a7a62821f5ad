import { useEffect, useState } from "react";

/** What is typed, once it has stood still for `forMs`: so that one question is asked and not one per key. */
export function useDebouncedValue<T>(value: T, forMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs);
    return () => clearTimeout(timer);
  }, [value, forMs]);
  return settled;
}
