import { useState } from "react";
import { useRefreshAccount, useStartTwoFactor } from "./account.api.ts";
import { CodeConfirmation } from "./code-confirmation.tsx";
import { PasswordConfirmation } from "./password-confirmation.tsx";
import { RecoveryCodesDialog } from "./recovery-codes.tsx";

/** Password, then QR code and a first code, then the recovery codes. */
export function TwoFactorSetup({ onClose }: { onClose: () => void }) {
  const start = useStartTwoFactor();
  const [confirmed, setConfirmed] = useState(false);
  const refreshAccount = useRefreshAccount();

  if (!start.isSuccess) {
    return (
      <PasswordConfirmation
        title="Activer la double authentification"
        action="Continuer"
        call={start}
        onClose={onClose}
        onConfirm={(password) => start.mutate(password)}
      >
        Préparez une application d’authentification, par exemple celle de votre gestionnaire de mots de passe.
      </PasswordConfirmation>
    );
  }
  if (!confirmed) {
    return (
      <CodeConfirmation
        totpUri={start.data.totpUri}
        onClose={onClose}
        onConfirmed={() => setConfirmed(true)}
      />
    );
  }
  const finish = () => void refreshAccount().finally(onClose);
  return <RecoveryCodesDialog codes={start.data.recoveryCodes} onClose={finish} />;
}
