import { isIP } from "node:net";
import { connect } from "node:tls";

const patienceMs = 2_500;

/**
 * When the certificate ends that visitors of an address get, also when it has ended already.
 * @param url of the site
 * @returns null without https, or when there is no TLS server that this machine reaches
 */
export function findCertificateEnd(url: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== "https:") return Promise.resolve(null);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false, // only its dates are read, nothing is sent
      timeout: patienceMs,
    });
    const end = (date: Date | null) => {
      socket.destroy();
      resolve(date);
    };
    socket.once("secureConnect", () => end(new Date(socket.getPeerCertificate().valid_to)));
    socket.once("timeout", () => end(null));
    socket.once("error", () => end(null)); // the request of the same row names the reason
  });
}
