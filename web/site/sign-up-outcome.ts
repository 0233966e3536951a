/** The outcome of a sign-up whose form is closed. */
export type SignUpOutcome = "sending" | "registered" | "failed";

const sentences: Record<SignUpOutcome, string> = {
  sending: "Votre demande est en cours d’envoi.",
  registered: "Votre demande est enregistrée. À bientôt !",
  failed:
    "Votre demande n’a pas pu être enregistrée. Vos réponses sont conservées : rouvrez le formulaire pour la renvoyer.",
};

const places = () => document.querySelectorAll<HTMLElement>("[data-outcome]");

/** Outcomes appear beside each link to the form, but are announced only beside the link that opened it. */
export function attachOutcomeMessages(opener: HTMLElement): void {
  const section = opener.closest("section");
  for (const place of places()) {
    if (section?.contains(place)) place.setAttribute("role", "status");
    else place.removeAttribute("role");
  }
}

/** Writes the outcome into server-rendered elements, which React does not manage. */
export function showOutcome(outcome: SignUpOutcome): void {
  for (const place of places()) {
    place.dataset["outcome"] = outcome;
    place.textContent = sentences[outcome];
  }
}

/** Removes the message about a failed sign-up when the form opens again, because the form shows the error. */
export function clearUnrecorded(): void {
  for (const place of places()) {
    if (place.dataset["outcome"] === "registered") continue;
    place.dataset["outcome"] = "";
    place.textContent = "";
  }
}
