type Address = {
  protocol: string;
  host: string;
  hostname: string;
  username: string;
  password: string;
  searchParams: { get(name: string): string | null };
};

/** Browsers and Node have `URL`, but the contract is compiled without the types of either. */
declare const URL: new (address: string) => Address;

/** `URL.parse` for browsers that have only the constructor. Null for an invalid address. */
export function parseUrl(address: string): Address | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
