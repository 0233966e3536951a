import { brand } from "#contract/brand.ts";
import { escapeHtml } from "#contract/template-variables.ts";

type MilestoneMessages = { firstMessageAt: Date | null; decisiveMessageAt: Date | null };
export type Milestone = "first" | "decisive";

/** The message that a person gets now; each is sent once. When both are due, only the one about the decisive friend is sent. */
export function milestoneOf(
  { firstMessageAt, decisiveMessageAt }: MilestoneMessages,
  { friends, wanted }: { friends: number; wanted: number },
): Milestone | null {
  if (friends >= wanted && decisiveMessageAt === null) return "decisive";
  if (friends > 0 && firstMessageAt === null && decisiveMessageAt === null) return "first";
  return null;
}

const linkLine = `<p>Votre lien : <a href="{{referralLink}}">{{referralLink}}</a></p>`;

/** The message of a milestone. `{{friends}}` and `{{referralLink}}` are filled in when it is sent. @param sentence the owner's sentence */
export function milestoneMail(milestone: Milestone, sentence: string) {
  if (milestone === "first") {
    return {
      subject: `Une amie vous rejoint chez ${brand.name}`,
      content: `<p>Bonjour {{firstName}},</p><p>Une amie est venue par votre lien et a confirmé son adresse. Amies confirmées à ce jour : <strong>{{friends}}</strong>.</p><p>${escapeHtml(sentence)}</p>${linkLine}<p>Nous vous écrirons encore une fois, quand le compte y sera, et pas davantage.</p>`,
    };
  }
  return {
    subject: "Vos amies sont là : merci",
    content: `<p>Bonjour {{firstName}},</p><p>Le compte y est. Amies confirmées à ce jour : <strong>{{friends}}</strong>.</p><p>${escapeHtml(sentence)}</p>${linkLine}<p>C’est notre dernier message à ce sujet.</p>`,
  };
}
