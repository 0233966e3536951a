import { connect, type Socket } from "node:net";
import type { Address } from "./resolve-host.ts";

/**
 * Opens a connection to the first of the addresses that answers.
 * @throws the last address's error, or a time-out when all of them together take longer than `timeoutMs`
 */
export async function connectToAny(
  addresses: readonly Address[],
  { port, timeoutMs }: { port: number; timeoutMs: number },
): Promise<Socket> {
  const patience = AbortSignal.timeout(timeoutMs);
  let failure: unknown = new Error("no address");
  for (const { address } of addresses) {
    try {
      return await open({ address, port }, patience);
    } catch (error) {
      failure = error;
      if (patience.aborted) break;
    }
  }
  throw failure;
}

function open({ address, port }: { address: string; port: number }, patience: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host: address, port });
  const giveUp = () => socket.destroy(Object.assign(new Error("Connection timeout"), { code: "ETIMEDOUT" }));
  patience.addEventListener("abort", giveUp);
  if (patience.aborted) giveUp();
  socket.once("error", reject);
  socket.once("connect", () => {
    socket.off("error", reject);
    resolve(socket);
  });
  return promise.finally(() => patience.removeEventListener("abort", giveUp));
}
