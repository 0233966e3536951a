import {
  type CampaignCheck,
  type CampaignCheckKey,
  type CampaignChecks,
  contentSchema,
} from "#contract/campaigns.schema.ts";
import { emailMessages } from "#contract/email.ts";
import {
  brokenVariables,
  invitationVariablesIn,
  joinVariables,
  referralVariablesIn,
  templateValues,
  unknownVariables,
} from "#contract/template-variables.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { MailParts } from "#server/mail/content/mail-parts.ts";
import { sampleRecipient, showMail } from "#server/mail/content/shown-mail.service.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import type { DomainChecker, Mail } from "../mail.ts";
import {
  judgeDomain,
  judgeEmptyVariables,
  judgeLinks,
  judgePictures,
  judgeRecipients,
  judgeSize,
  judgeSubject,
  judgeVariables,
  mayCarryUnsubscribeLinks,
} from "./campaign-checks.rules.ts";
import type { StoredCampaign } from "./campaigns.queries.ts";
import { getCampaignDetail } from "./campaigns.service.ts";
import type { LinkChecker } from "./link-checker.ts";
import { countRecipients, findEmptyVariables, type Selected } from "./recipients.queries.ts";
import { findRecipientSegment } from "./recipients.service.ts";

type Deps = Pick<AppDependencies, "db" | "config" | "now"> & {
  mail: Mail;
  links: LinkChecker;
  site: Pick<Site, "current">;
  domainChecker: Pick<DomainChecker, "last">;
};

/** The number of links of one message that are checked. */
const linksMax = 30;
/** The number of concurrent checks, so that one message does not open too many connections. */
const linksAtOnce = 6;
/** The number of recipients with an empty variable that are named. */
const peopleNamed = 5;

type Finding = Omit<CampaignCheck, "key">;

/** The checks before a campaign starts, for its current text and recipients. @throws 404 */
export async function checkDraft(deps: Deps, id: string): Promise<CampaignChecks> {
  const draft = await getCampaignDetail(deps.db, id);
  const { parts, size } = await shown(deps, draft);
  const { subject, content } = draft;
  const selected = { ...draft, segment: await findRecipientSegment(deps.db, draft) };
  const [{ count }, linkFinding, empty, unsubscribe, domain] = await Promise.all([
    countRecipients(deps.db, selected),
    checkLinks(deps.links, parts),
    emptyVariables(deps, selected),
    checkUnsubscribeLinks(deps, draft),
    deps.domainChecker.last().then(judgeDomain),
  ]);
  const findings: [CampaignCheckKey, Finding | null][] = [
    ["subject", judgeSubject(subject)],
    ["content", judgeContent(draft.content)],
    ["recipients", judgeRecipients(count)],
    ["links", linkFinding],
    ["pictures", judgePictures(parts.pictures)],
    ["size", judgeSize(size)],
    [
      "variables",
      judgeVariables({
        unknown: [
          ...new Set([
            ...unknownVariables(subject),
            ...parts.unknownVariables,
            ...invitationVariablesIn(`${subject} ${content}`),
          ]),
        ],
        broken: [...new Set([...brokenVariables(subject), ...parts.brokenVariables])],
        off: (await deps.site.current()).referral.on
          ? []
          : referralVariablesIn(`${subject} ${joinVariables(content)}`),
      }),
    ],
    ["empty_variables", judgeEmptyVariables(empty)],
    ["unsubscribe", unsubscribe],
    ["domain", domain],
  ];
  const items = findings.flatMap(([key, finding]) => (finding ? [{ key, ...finding }] : []));
  return { items, version: draft.version };
}

function judgeContent(content: string): Finding | null {
  return contentSchema.safeParse(content).success
    ? null
    : { verdict: "error", text: "Le message est vide.", details: [] };
}

async function checkLinks(checker: LinkChecker, { links, linksWithoutTarget }: MailParts): Promise<Finding> {
  const asked = links.slice(0, linksMax);
  const checked: (Awaited<ReturnType<LinkChecker["check"]>> & { address: string })[] = [];
  for (let index = 0; index < asked.length; index += linksAtOnce) {
    const some = asked.slice(index, index + linksAtOnce);
    checked.push(
      ...(await Promise.all(some.map(async (address) => ({ address, ...(await checker.check(address)) })))),
    );
  }
  return judgeLinks({ checked, left: links.length - asked.length, withoutTarget: linksWithoutTarget });
}

/** Returns the message as the preview shows it, with its footer. */
function shown(deps: Deps, { kind, content }: StoredCampaign) {
  const values = templateValues(sampleRecipient, deps.now());
  return showMail(deps, { content, values, purpose: kind });
}

const columns = { name: "name", firstName: "firstname" } as const;

/** Finds recipients with an empty name that the text uses. Address and date are never empty. */
async function emptyVariables({ db }: Deps, draft: Selected & StoredCampaign) {
  const text = `${draft.subject}\n${joinVariables(draft.content)}`;
  const used = (["firstName", "name"] as const).filter((name) =>
    new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`).test(text),
  );
  return Promise.all(
    used.map(async (variable) => ({
      variable,
      ...(await findEmptyVariables(db, draft, { column: columns[variable], shown: peopleNamed })),
    })),
  );
}

/** Checks that news can carry unsubscribe links: it needs https and a transport that keeps the headers. */
async function checkUnsubscribeLinks({ config, mail }: Deps, { kind }: StoredCampaign): Promise<Finding> {
  if (kind !== "news") {
    return {
      verdict: "ok",
      text:
        kind === "service"
          ? "Un message de service ne porte pas de lien de désinscription."
          : "Le message porte un bouton pour confirmer l’adresse et un lien pour l’effacer.",
      details: [],
    };
  }
  const hindrance = mayCarryUnsubscribeLinks(config.baseUrl)
    ? await mail.newsHindrance()
    : emailMessages.newsNeedHttps;
  if (hindrance !== null) return { verdict: "error", text: hindrance, details: [] };
  return {
    verdict: "ok",
    text: "Chaque message porte un lien de désinscription, et le bouton que montrent les messageries.",
    details: [],
  };
}
