/** How every file that a notebook is written as begins and ends: earlier ones are known by it. */

export const pageBegin =
  '<!doctype html>\n<html lang="en" data-theme="light">\n<head>\n<meta charset="utf-8">\n<meta name="generator" content="Market Signals">\n';

export const pageEnd = '</body>\n</html>\n';

export const jupyterBegin = '{\n "cells": [\n';

export const jupyterEnd = `
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Python 3",
   "language": "python",
   "name": "python3"
  },
  "language_info": {
   "name": "python"
  },
  "market_signals": {
   "version": 1
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`;

export const markdownBegin = '<!-- Written by Market Signals from a notebook. -->\n\n';

export const markdownEnd = '\n<!-- The end of the notebook. -->\n';
