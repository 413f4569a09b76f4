import { axeTool } from './axe-tool';

export const axeTextAlternatives = axeTool({
  id: 'axe-text-alternatives',
  name: 'Text alternatives on the page',
  description: 'Pictures, frames and objects of the rendered page that have no text for those who do not see them, and a page without a title.',
  advice: 'Write what a person would say on the telephone instead of the picture; `alt=""` says that it is decoration.',
  rules: {
    'area-alt': { impact: 'critical', title: 'Area of an image map without a text alternative', wcag: ['2.4.4', '4.1.2'], weakness: 'area-alt', fix: 'Describe the link’s target in `alt`.' },
    'document-title': { impact: 'serious', title: 'Page without a title', wcag: ['2.4.2'], weakness: 'missing-title', fix: 'Say what the page is in `<title>`: it is read out first.' },
    'frame-title': { impact: 'serious', title: 'Frame without a title', wcag: ['4.1.2'], weakness: 'frame-title', fix: 'Say in `title` what the frame shows.' },
    'frame-title-unique': { impact: 'serious', title: 'Frames with one and the same title', wcag: ['4.1.2'], fix: 'Give each frame a title of its own.' },
    'image-alt': { impact: 'critical', title: 'Picture without a text alternative', wcag: ['1.1.1'], weakness: 'img-alt', fix: 'Describe it in `alt`, or write `alt=""` when it is decoration.' },
    'image-redundant-alt': { impact: 'minor', title: 'Text alternative that repeats the text beside it', fix: 'Write `alt=""`: the text is there already.' },
    'input-image-alt': { impact: 'critical', title: 'Picture button without a text alternative', wcag: ['1.1.1', '4.1.2'], weakness: 'img-alt', fix: 'Say what the button does in `alt`.' },
    'object-alt': { impact: 'serious', title: 'Embedded object without a text alternative', wcag: ['1.1.1'], fix: 'Name it with `aria-label` or `title`; the text between its tags is not read.' },
    'role-img-alt': { impact: 'serious', title: 'Element with the role of a picture and no text alternative', wcag: ['1.1.1'], weakness: 'img-alt', fix: 'Describe it in `aria-label`.' },
    'server-side-image-map': { impact: 'minor', title: 'Image map that only a mouse can use', wcag: ['2.1.1'], fix: 'Replace `ismap` by links, or by a `<map>` with areas.' },
    'svg-img-alt': { impact: 'serious', title: 'SVG picture without a text alternative', wcag: ['1.1.1'], weakness: 'img-alt', fix: 'Begin it with a `<title>`, or add `aria-label`; hide decoration with `aria-hidden="true"`.' },
  },
});

export const axeColorContrast = axeTool({
  id: 'axe-color-contrast',
  name: 'Colour contrast on the page',
  description: 'Text of the rendered page that is hard to read on its background, and links that only their colour tells from the text.',
  advice: 'Darken the text or lighten its background, and underline links.',
  rules: {
    'color-contrast': { impact: 'serious', title: 'Text with too little contrast', wcag: ['1.4.3'], fix: 'Reach a contrast of 4.5:1, or 3:1 for text of 24 px (bold: 18.7 px) and more.' },
    'link-in-text-block': { impact: 'serious', title: 'Link that only its colour tells from the text', wcag: ['1.4.1'], fix: 'Underline links in running text.' },
  },
});

export const axeLanguage = axeTool({
  id: 'axe-language',
  name: 'Language of the page',
  description: 'A rendered page, or a part of it, whose language a screen reader cannot know: it is then read out in the wrong one.',
  advice: 'Say which language the page and each foreign part is in.',
  rules: {
    'html-has-lang': { impact: 'serious', title: 'Page without a language', wcag: ['3.1.1'], weakness: 'html-lang', fix: 'Write `<html lang="en">`, so that the page is read out in the right language.' },
    'html-lang-valid': { impact: 'serious', title: 'Page in a language that does not exist', wcag: ['3.1.1'], weakness: 'lang', fix: 'Use a language tag such as `en` or `pt-BR`.' },
    'html-xml-lang-mismatch': { impact: 'moderate', title: 'Page with two different languages', wcag: ['3.1.1'], fix: 'Give `lang` and `xml:lang` the same language, or drop the second.' },
    'valid-lang': { impact: 'serious', title: 'Part in a language that does not exist', wcag: ['3.1.2'], weakness: 'lang', fix: 'Use a language tag such as `fr` for the part.' },
  },
});

export const axeTimeMedia = axeTool({
  id: 'axe-time-media',
  name: 'Time and media on the page',
  description: 'What moves, plays or reloads on the rendered page by itself, and films without captions.',
  advice: 'Let people start, stop and read what moves.',
  rules: {
    blink: { impact: 'serious', title: 'Blinking text', wcag: ['2.2.2'], weakness: 'distracting-elements', fix: 'Remove `<blink>`.' },
    marquee: { impact: 'serious', title: 'Moving text', wcag: ['2.2.2'], weakness: 'distracting-elements', fix: 'Remove `<marquee>`.' },
    'meta-refresh': { impact: 'critical', title: 'Page that reloads or redirects by itself', wcag: ['2.2.1'], weakness: 'meta-refresh', fix: 'Redirect on the server, and let people reload when they are ready.' },
    'no-autoplay-audio': { impact: 'moderate', title: 'Sound that plays by itself', wcag: ['1.4.2'], weakness: 'autoplay', fix: 'Let people start it: sound drowns out a screen reader.' },
    'video-caption': { impact: 'critical', title: 'Film without captions', wcag: ['1.2.2'], weakness: 'media-has-caption', fix: 'Add a `<track kind="captions">`.' },
  },
});
