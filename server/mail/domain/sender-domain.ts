import { domainToASCII } from "node:url";

/** Of an address, as the DNS knows it. */
export function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return (domainToASCII(domain) || domain).toLowerCase();
}
