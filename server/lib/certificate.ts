import { isIP } from "node:net";
import { connect } from "node:tls";

const timeoutMs = 2_500;

/**
 * When the certificate of an address ends, as visitors see it. Also reads a certificate that has ended already.
 * @param url of the site
 * @returns null without https, or when this machine reaches no TLS server there
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
      rejectUnauthorized: false, // only reads the dates, sends nothing
      timeout: timeoutMs,
    });
    const end = (date: Date | null) => {
      socket.destroy();
      resolve(date);
    };
    socket.once("secureConnect", () => end(new Date(socket.getPeerCertificate().valid_to)));
    socket.once("timeout", () => end(null));
    socket.once("error", () => end(null)); // the request in the same row of the report gives the reason
  });
}
