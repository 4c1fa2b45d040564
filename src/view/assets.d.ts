/** Files that the bundler brings in as their text. */
declare module '*.css' {
  const text: string;
  export default text;
}

declare module '*.svg' {
  const text: string;
  export default text;
}
