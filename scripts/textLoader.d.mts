export const textLoader: Readonly<Record<'.sql' | '.signals', 'text'>>;
