/** A second factor as better-auth 1.7.7 (`symmetricEncrypt`) sealed it, which did so until it went. */
export const libraryFactor = {
  authSecret: "the-secret-of-the-library-0123456789-abcdefgh",
  sealed: {
    secret:
      "100235199c309274d13bfdf7ba48590026fedcebc340533326f170178533b3c7511e3435b7108501221fac511b66f11606a70f5f1a813fb915e315ee2e0139e1d66a3d54af2a6db8",
    backupCodes:
      "bf32fff7ed92b1c99b3595314e1eae93da05e5f51b0585464a1c3939d05407653029a5c19ec56947cd8ddd353d9118a448330e9f384c0834d63ab4530fbb6a6f2757b5092f2f2e643925af74036dd4685b2f",
  },
  open: {
    secret: "Kq3-_zXw0aB9cD8eF7gH6iJ5kL4mN3oP",
    recoveryCodes: ["aB3dE-fG7hI", "k2LmN-0pQrS", "é – ✓"],
  },
  sealedEmptyText: "5de39dbbfed64f130b4fb0e670d2d18dad00b1940846648534b59119423d16c768b52a928de09ab8",
};
