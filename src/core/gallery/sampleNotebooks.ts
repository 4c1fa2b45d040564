/** The shipped notebooks as files of `notebooks/`, without their endings; the likeliest first. Each says what it is. */
export const sampleNotebooks: readonly string[] = [
  'morningScreen',
  'companyDossier',
  'eventStudy',
  'factorCheck',
  'tour',
];
