import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { ReferredPerson } from "#contract/referral-report.schema.ts";
import { listAddress } from "#web/admin/ui/list-address.ts";
import { formatName } from "#web/lib/format.ts";

/** A person's name, which opens their sign-up in its list. */
export function PersonLink({ person }: { person: ReferredPerson }) {
  const { id, audience, starred } = person;
  return (
    <Anchor component={Link} to={listAddress(audience, { signup: id })} inherit>
      <bdi>{audience === "brand" ? person.name : formatName(person)}</bdi>
      {starred && " ★"}
      {starred && <span className="visually-hidden"> (étoile)</span>}
    </Anchor>
  );
}
