import { screenAddress } from "#web/admin/ui/screen-address.ts";

export const deskAddress = screenAddress("email-sender");
/** The last part of the address of a message that is being written. */
export const newCampaign = "new";

/** A draft has the same address as a new message: it becomes one while it is being written, and nothing moves. */
export function draftAddress(id?: string): string {
  const address = `${deskAddress}/${newCampaign}`;
  return id === undefined ? address : `${address}?draft=${id}`;
}

export function campaignAddress(id: string): string {
  return `${deskAddress}/${id}`;
}
