/** Browsers and Node have it; the contract knows neither's types. */
declare const URL: new (address: string) => { hostname: string };

/** `URL.parse` for browsers that have only the constructor. Null for what is no address. */
export function parseUrl(address: string): { hostname: string } | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
