/** The last code of the first start that the server's console showed. */
export function readSetUpCode(server: { output: () => string }): string {
  const code = [...server.output().matchAll(/\/admin\/setup#code=([\w-]+)/g)].at(-1)?.[1];
  if (!code) throw new Error(`no code of the first start on the console:\n${server.output()}`);
  return code;
}

/** The token of a one-time link, from its fragment. */
export function readLinkToken(link: string): string {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token");
  if (!token) throw new Error(`no token in ${link}`);
  return token;
}
