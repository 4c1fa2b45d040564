/** The shipped notebooks, as offered to the user. */

export interface SampleNotebook {
  /** The file in `notebooks/`, without its ending. */
  readonly file: string;
  readonly title: string;
  readonly detail: string;
}

/** The likeliest first. */
export const sampleNotebooks: readonly SampleNotebook[] = [
  {
    file: 'morningScreen',
    title: 'Morning screen',
    detail: 'What leads, what changed, and whether volume and news confirm it',
  },
  {
    file: 'companyDossier',
    title: 'Company dossier',
    detail: 'One company: score, volume, news, and what was reported when the score moved',
  },
  {
    file: 'eventStudy',
    title: 'Event study',
    detail: 'Volume, score and returns around one type of event',
  },
  {
    file: 'factorCheck',
    title: 'Factor check',
    detail: 'Whether scores predict the returns that follow',
  },
  { file: 'tour', title: 'Tour', detail: 'All that a notebook can do, in ten cells' },
];
