import { type Audience, audiences } from "#contract/audience.ts";
import { audienceWords } from "#contract/signup-words.ts";
import styles from "./sign-up.module.css";

const labels: Record<Audience, string> = { user: "Pour moi", brand: "Pour ma marque" };

type AudienceToggleProps = { audience: Audience; onChange: (audience: Audience) => void };

export function AudienceToggle({ audience, onChange }: AudienceToggleProps) {
  return (
    <fieldset className={styles["toggle"]}>
      <legend className="unseen">Type d’inscription</legend>
      {audiences.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="type"
            value={audienceWords[value]}
            checked={audience === value}
            onChange={() => onChange(value)}
          />
          <span>{labels[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}
