/** What a view keeps of an address: not the page, which moves, nor the opened sign-up. */
export function viewQueryOf(search: string): string {
  const query = new URLSearchParams(search);
  query.delete("page");
  query.delete("signup");
  return query.toString();
}
