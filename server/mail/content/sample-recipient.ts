/** Nobody in particular, to fill a mail in that is looked at before it leaves. */
export const sampleRecipient = {
  email: "camille.durand@exemple.fr",
  variables: { firstName: "Camille", name: "Durand" },
};
