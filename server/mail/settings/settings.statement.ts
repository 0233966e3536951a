import { sql } from "drizzle-orm";

/** Whether simulation is on at that moment; before anything was saved it is. */
export const simulationIsOn = sql`(select coalesce(bool_and(simulation_mode), true) from email_settings)`;

/** What senders know a change of the settings by: see `StoredSettings`. */
export const sendersVersion = sql`(select coalesce(max(updated_at)::text, '') from email_settings)`;

/** The caps, null where there is none, as one row (hourly, daily, confirmations). */
export const caps = sql`
  select max(hourly_cap) as hourly, max(daily_cap) as daily, max(confirmation_hourly_cap) as confirmations from email_settings`;

/** Whether confirmations ask to confirm the address; before anything was saved they do. */
export const confirmationIsRequested = sql`(select coalesce(bool_and(confirmation_requested), true) from email_settings)`;

/** Whether nobody is decided on before their address is confirmed. */
export const decisionsWait = sql`(select coalesce(bool_or(decisions_wait), false) from email_settings)`;

/** Whether sign-ups that nobody confirms go; never in simulation, where nobody can be asked. */
export const unconfirmedAreDeleted = sql`(select coalesce(bool_and(delete_unconfirmed and not simulation_mode), false) from email_settings)`;
