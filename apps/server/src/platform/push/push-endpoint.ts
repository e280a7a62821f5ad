import { isIP, BlockList } from "node:net";

/** IPv4 networks that are not part of the public internet (IANA's special-purpose registry, RFC 6890). */
const NOT_PUBLIC_IPV4: readonly (readonly [network: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
/** Public addresses of IPv6 are in 2000::/3. These parts of it are not, or lead to an IPv4 address. */
const PUBLIC_IPV6 = ["2000::", 3] as const;
const NOT_PUBLIC_IPV6: readonly (readonly [network: string, bits: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const notPublic = new BlockList();
for (const [network, bits] of NOT_PUBLIC_IPV4) notPublic.addSubnet(network, bits, "ipv4");
for (const [network, bits] of NOT_PUBLIC_IPV6) notPublic.addSubnet(network, bits, "ipv6");
const publicIpv6 = new BlockList();
publicIpv6.addSubnet(...PUBLIC_IPV6, "ipv6");

/** True for an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, "ipv4");
  return version === 6 && publicIpv6.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}

/** Names that never belong to a public service. */
const LOCAL_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|example|invalid|onion|arpa)\.?$/;

/**
 * True for an address that messages may be sent to: https on its usual port, with a public host name and no credentials. The
 * addresses behind the name are checked at each connection, because they can change.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  const isName =
    isIP(hostname) === 0 && !hostname.startsWith("[") && hostname.includes(".") && !LOCAL_NAME.test(hostname);
  return protocol === "https:" && port === "" && username === "" && password === "" && isName;
}
