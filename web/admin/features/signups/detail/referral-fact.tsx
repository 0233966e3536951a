import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { SignupReferral } from "#contract/referral-report.schema.ts";
import { friendStateLabels, heldReasonLabels } from "#contract/referral-report.ts";
import { listAddress } from "#web/admin/ui/list-address.ts";
import { formatCount, formatName } from "#web/lib/format.ts";

/** Shows who brought a person, and how many friends this person brought. */
export function ReferralFact({ referral: { friends, brought, broughtBy } }: { referral: SignupReferral }) {
  return (
    <>
      {broughtBy && (
        <div>
          Amie de{" "}
          <Anchor component={Link} to={listAddress(broughtBy.audience, { signup: broughtBy.id })} inherit>
            <bdi>{broughtBy.audience === "brand" ? broughtBy.name : formatName(broughtBy)}</bdi>
          </Anchor>
          {" — "}
          {friendStateLabels[broughtBy.state].toLowerCase()}
          {broughtBy.state === "held" &&
            broughtBy.heldFor &&
            `\u00a0: ${heldReasonLabels[broughtBy.heldFor].toLowerCase()}`}
        </div>
      )}
      {brought > 0 && (
        <div>
          {formatCount(brought, "amie inscrite", "amies inscrites")}, dont{" "}
          {formatCount(friends, "compte", "comptent")}
        </div>
      )}
    </>
  );
}
