import { Anchor } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Link } from "react-router";
import { type FirstStep, firstStepLabels } from "#contract/first-steps.schema.ts";
import { AddSamples } from "#web/admin/ui/first-run/add-samples.tsx";
import { stepScreens } from "#web/admin/ui/first-run/step-screens.ts";
import { screenAddress } from "#web/admin/ui/screen-address.ts";
import classes from "./first-run.module.css";

const about: Record<FirstStep, string> = {
  questionnaire: "Configuration requise : vos questions, ou un exemple à retoucher.",
  mail: "Le nom et l’adresse que lisent vos destinataires.",
  site: "Les textes que la loi demande, et vos liens.",
  signup: "Par le formulaire du site, ou avec des exemples qui se retirent.",
  approval: "Ouvrez-la, lisez, décidez.",
};

type Props = { step: FirstStep; number: number; done: boolean; isNext: boolean };

export function FirstStepItem({ step, number, done, isNext }: Props) {
  return (
    <li className={classes.step} data-done={done} aria-current={isNext ? "step" : undefined}>
      <span className={classes.mark} aria-hidden>
        {done ? <IconCheck size={16} /> : number}
      </span>
      <div className={classes.text}>
        <Anchor component={Link} to={screenAddress(stepScreens[step])} className={classes.label ?? ""}>
          {firstStepLabels[step]}
        </Anchor>
        {done ? (
          <span className="visually-hidden"> (fait)</span>
        ) : (
          <p className={classes.stepAbout}>{about[step]}</p>
        )}
        {step === "signup" && !done && <AddSamples size="xs" mt={6} />}
      </div>
    </li>
  );
}
