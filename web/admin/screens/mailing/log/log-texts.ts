import type { EmailStatus, EmailType } from "#contract/email.ts";

export const statusLabels: Record<EmailStatus, string> = {
  pending: "En attente",
  sent: "Envoyé",
  failed: "Échec",
  cancelled: "Annulé",
  skipped: "Non envoyé",
};

export const typeLabels: Record<EmailType, string> = {
  bulk: "Envoi en masse",
  transactional: "Transactionnel",
  test: "Test",
};
