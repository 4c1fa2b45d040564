/** Prose of a notebook as HTML. A notebook is somebody else's text: its own HTML is shown, not obeyed, and nothing is loaded. */

import { t } from '../base/translations';
import markdownIt, { type Token } from 'markdown-it';
import { escapedMarkup } from '../base/escapedMarkup';

const markdown = markdownIt({ html: false, linkify: false });

const HARMLESS_LINK = /^(?:https?:\/\/|mailto:|#)/i;
const HELD_PICTURE = /^data:image\/(?:png|gif|jpeg|webp);base64,/i;

markdown.validateLink = address => HARMLESS_LINK.test(address) || HELD_PICTURE.test(address);

/** A picture that the text does not hold would be a request: its description is shown instead. */
markdown.renderer.rules.image = (tokens, at) => {
  const token = tokens[at];
  const source = token?.attrGet('src') ?? '';
  const description = plainText(token?.children ?? []);
  return HELD_PICTURE.test(source)
    ? `<img src="${escapedMarkup(source)}" alt="${escapedMarkup(description)}">`
    : `<span class="picture">${escapedMarkup(t('[Picture: {0}]', description))}</span>`;
};

markdown.renderer.rules.link_open = (tokens, at, options) => {
  tokens[at]?.attrSet('rel', 'noopener noreferrer');
  return markdown.renderer.renderToken(tokens, at, options);
};

/** @returns HTML without scripts, styles, frames and addresses that are loaded. */
export function markdownHtml(text: string): string {
  return markdown.render(text);
}

/** Prose whose first heading is the title of the page. */
export interface TitledProse {
  /** The title as plain text and as HTML; null if the prose does not begin with one. */
  readonly title: string | null;
  readonly html: string | null;
  /** The HTML of the rest. */
  readonly rest: string;
}

export function titledProse(text: string): TitledProse {
  const environment = {};
  const tokens = markdown.parse(text, environment);
  const { renderer, options } = markdown;
  const [open, inline, , ...rest] = tokens;
  if (open?.type !== 'heading_open' || open.tag !== 'h1') {
    return { title: null, html: null, rest: renderer.render(tokens, options, environment) };
  }
  const parts = inline?.children ?? [];
  return {
    title: plainText(parts),
    html: renderer.renderInline(parts, options, environment),
    rest: renderer.render(rest, options, environment),
  };
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map(({ type, content }) => (/break$/.test(type) ? ' ' : content)).join('');
}
