/** Files of `content/`, which the bundler includes as text. */
declare module '*.sql' {
  const text: string;
  export default text;
}

declare module '*.md' {
  const text: string;
  export default text;
}

declare module '*.py' {
  const text: string;
  export default text;
}

declare module '*.signals' {
  const text: string;
  export default text;
}
