/** How every page of a notebook begins and ends: earlier ones are known by it. */

export const pageBegin =
  '<!doctype html>\n<html lang="en" data-theme="light">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="Market Signals">\n';

export const pageEnd = '</body>\n</html>\n';
