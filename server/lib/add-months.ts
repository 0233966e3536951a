/** Calendar months later, or before for a negative number, in UTC: the last day where the month has no such day. */
export function addMonths(instant: Date, months: number): Date {
  const moved = new Date(instant);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== instant.getUTCDate()) moved.setUTCDate(0);
  return moved;
}
