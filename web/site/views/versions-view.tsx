import { conditionsVersions, policyVersions, type TextVersion } from "#contract/policy-versions.ts";
import { ContactMail, Day, type LegalSection, LegalSections, ViewFrame } from "./view-frame.tsx";

/** legal-texts.test.tsx writes these files from the current texts. The file of a past version does not change any more. */
const texts = import.meta.glob<string>("./versions/*.txt", { query: "?raw", import: "default", eager: true });

/** Past versions of the dated texts, so that people can read the version that they accepted. */
export function VersionsView() {
  return (
    <ViewFrame title="Versions des textes">
      <LegalSections sections={sections} />
    </ViewFrame>
  );
}

const sections: LegalSection[] = [
  {
    title: "Politique de confidentialité",
    content: <Versions name="politique" path="/privacy" versions={policyVersions} />,
  },
  {
    title: "Conditions d’utilisation",
    content: <Versions name="conditions" path="/conditions" versions={conditionsVersions} />,
  },
];

type VersionsProps = { name: string; path: string; versions: readonly TextVersion[] };

function Versions({ name, path, versions }: VersionsProps) {
  const [present, ...past] = [...versions].reverse();
  return (
    <>
      {present && (
        <p>
          Version {present.hash} du <Day date={present.date} />
           : <a href={path}>le texte en vigueur</a>.
        </p>
      )}
      {past.map((version) => (
        <PastVersion key={version.date} version={version} text={texts[fileOf(name, version)] ?? null} />
      ))}
    </>
  );
}

const fileOf = (name: string, { date }: TextVersion) =>
  `./versions/${name}-${date.split("/").reverse().join("-")}.txt`;

type PastVersionProps = { version: TextVersion; text: string | null };

/** @param props.text the text with the initial instead of the owner's settings; null for a version before texts were stored */
export function PastVersion({ version: { date, hash }, text }: PastVersionProps) {
  if (text === null)
    return (
      <p>
        Version {hash} du <Day date={date} />
         : texte sur demande à <ContactMail />.
      </p>
    );
  return (
    <details>
      <summary>
        Version {hash} du <Day date={date} />
      </summary>
      <p>Les noms et adresses saisis dans les réglages du site y sont ceux d’exemple.</p>
      {text.split("\n\n").map((block) => (
        <p key={block}>{block}</p>
      ))}
    </details>
  );
}
