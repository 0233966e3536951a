const localHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|.+\.(?:localhost|test))$/;

/** Whether links to leave may stand in mails: over https, or at home, where nobody is between. @param baseUrl of the site */
export function mayCarryLeaveLinks(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "https:" || localHost.test(hostname);
}
