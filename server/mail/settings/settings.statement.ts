import { sql } from "drizzle-orm";

/** Whether simulation is on at that moment; before anything was saved it is. */
export const simulationIsOn = sql`(select coalesce(bool_and(simulation_mode), true) from email_settings)`;

/** What senders know a change of the settings by: see `StoredSettings`. */
export const sendersVersion = sql`(select coalesce(max(updated_at)::text, '') from email_settings)`;

/** The caps, null where there is none, as one row (hourly, daily, confirmations). */
export const caps = sql`
  select max(hourly_cap) as hourly, max(daily_cap) as daily, max(confirmation_hourly_cap) as confirmations from email_settings`;
