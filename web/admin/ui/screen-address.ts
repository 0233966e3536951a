/** The address of a screen, by its path below /admin/dashboard; "" is the dashboard itself. */
export function screenAddress(path: string): string {
  return path === "" ? "/admin/dashboard" : `/admin/dashboard/${path}`;
}
