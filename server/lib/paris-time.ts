import { frenchDateFormat } from "#contract/paris-time.ts";

/** "26 novembre 2026 à 23:03 UTC+1", for messages to the operator. */
export const formatOperatorTime = frenchDateFormat({
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "Europe/Paris",
  timeZoneName: "short",
});
