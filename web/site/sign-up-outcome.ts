/** The outcome of a sign-up whose form is closed. */
export type SignUpOutcome = "sending" | "registered" | "failed";

const sentences: Record<SignUpOutcome, string> = {
  sending: "Votre demande est en cours d’envoi.",
  registered: "Votre demande est enregistrée. À bientôt !",
  failed:
    "Votre demande n’a pas pu être enregistrée. Vos réponses sont conservées : rouvrez le formulaire pour la renvoyer.",
};

const places = () => document.querySelectorAll<HTMLElement>("[data-outcome]");

/** Outcomes are announced once, beside the link that opened the form, although they appear beside each link. */
export function attachOutcomeMessages(opener: HTMLElement): void {
  const section = opener.closest("section");
  for (const place of places()) {
    if (section?.contains(place)) place.setAttribute("role", "status");
    else place.removeAttribute("role");
  }
}

/** Writes into server-rendered elements that React does not touch. */
export function showOutcome(outcome: SignUpOutcome): void {
  for (const place of places()) {
    place.dataset["outcome"] = outcome;
    place.textContent = sentences[outcome];
  }
}

/** The form is open again: what was not recorded is looked after there. */
export function clearUnrecorded(): void {
  for (const place of places()) {
    if (place.dataset["outcome"] === "registered") continue;
    place.dataset["outcome"] = "";
    place.textContent = "";
  }
}
