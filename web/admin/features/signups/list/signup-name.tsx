import type { Audience } from "#contract/audience.ts";
import type { SignupSummary } from "#contract/signup.schema.ts";
import { formatEmail, formatName } from "#web/lib/format.ts";
import classes from "./list.module.css";

type Props = { audience: Audience; signup: SignupSummary };

/** Who it is: a person by first name and name; a brand by its name, its contact under it. */
export function SignupName({ audience, signup }: Props) {
  if (audience === "user" || signup.name.trim() === "")
    return <bdi className={classes.name}>{formatName(signup)}</bdi>;
  return (
    <>
      <bdi className={classes.name}>{signup.name}</bdi>
      <span className={classes.contact}>
        {signup.firstname && (
          <>
            <bdi>{signup.firstname}</bdi>,{" "}
          </>
        )}
        <bdi>{formatEmail(signup.email)}</bdi>
      </span>
    </>
  );
}
