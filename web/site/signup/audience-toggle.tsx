import { type Audience, audiences } from "#contract/audience.ts";
import styles from "./sign-up.module.css";

const labels: Record<Audience, string> = { user: "Pour moi", brand: "Pour ma marque" };

export function AudienceToggle({
  audience,
  onChange,
}: {
  audience: Audience;
  onChange: (audience: Audience) => void;
}) {
  return (
    <fieldset className={styles["toggle"]}>
      <legend className="unseen">Type d’inscription</legend>
      {audiences.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="audience"
            value={value}
            checked={audience === value}
            onChange={() => onChange(value)}
          />
          <span>{labels[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}
