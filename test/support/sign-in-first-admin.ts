import { readLinkToken, readSetUpCode } from "./account-links.ts";
import type { ServerProcess } from "./server-process.ts";

export type AdminCall = (method: string, path: string, body?: unknown) => Promise<unknown>;

/**
 * Sets up and signs in the first admin of a server process, over its API.
 * @param onCookie gets the session's cookie, for other requests
 * @returns calls the API as that admin; an answer that is not a success is an error with its text
 */
export async function signInFirstAdmin(
  server: ServerProcess,
  onCookie: (cookie: string) => void = () => undefined,
): Promise<AdminCall> {
  const admin = { email: "ines@tenue.example", password: "Lin et velours, 1974" };
  let cookie = "";
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { "content-type": "application/json", origin: server.url, cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    cookie =
      answer.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; ") || cookie;
    return answer.status === 204 ? null : await answer.json();
  };
  const setUp = await call("POST", "/api/setup", { email: admin.email, code: readSetUpCode(server) });
  const token = readLinkToken((setUp as { activationLink: string }).activationLink);
  await call("POST", "/api/auth/reset-password", { token, newPassword: admin.password });
  await call("POST", "/api/auth/sign-in/email", admin);
  onCookie(cookie);
  return call;
}
