export function endChildrenWithUs(): void;
