/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

export const WHITE: Colour = { red: 255, green: 255, blue: 255, alpha: 1 };
export const BLACK: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };

/** The names of CSS. Those of a system, such as `GrayText`, are what its user has chosen. */
const NAMED: Readonly<Record<string, string>> = {
  antiquewhite: 'faebd7',
  aqua: '00ffff',
  aquamarine: '7fffd4',
  azure: 'f0ffff',
  beige: 'f5f5dc',
  bisque: 'ffe4c4',
  black: '000000',
  blanchedalmond: 'ffebcd',
  blue: '0000ff',
  blueviolet: '8a2be2',
  brown: 'a52a2a',
  burlywood: 'deb887',
  cadetblue: '5f9ea0',
  chartreuse: '7fff00',
  chocolate: 'd2691e',
  coral: 'ff7f50',
  cornflowerblue: '6495ed',
  cornsilk: 'fff8dc',
  crimson: 'dc143c',
  cyan: '00ffff',
  darkblue: '00008b',
  darkcyan: '008b8b',
  darkgoldenrod: 'b8860b',
  darkgray: 'a9a9a9',
  darkgreen: '006400',
  darkgrey: 'a9a9a9',
  darkkhaki: 'bdb76b',
  darkmagenta: '8b008b',
  darkolivegreen: '556b2f',
  darkorange: 'ff8c00',
  darkorchid: '9932cc',
  darkred: '8b0000',
  darksalmon: 'e9967a',
  darkseagreen: '8fbc8f',
  darkslateblue: '483d8b',
  darkslategray: '2f4f4f',
  darkslategrey: '2f4f4f',
  darkturquoise: '00ced1',
  darkviolet: '9400d3',
  deeppink: 'ff1493',
  deepskyblue: '00bfff',
  dimgray: '696969',
  dimgrey: '696969',
  dodgerblue: '1e90ff',
  firebrick: 'b22222',
  floralwhite: 'fffaf0',
  forestgreen: '228b22',
  fuchsia: 'ff00ff',
  gainsboro: 'dcdcdc',
  ghostwhite: 'f8f8ff',
  gold: 'ffd700',
  goldenrod: 'daa520',
  gray: '808080',
  green: '008000',
  greenyellow: 'adff2f',
  grey: '808080',
  honeydew: 'f0fff0',
  hotpink: 'ff69b4',
  indianred: 'cd5c5c',
  indigo: '4b0082',
  ivory: 'fffff0',
  khaki: 'f0e68c',
  lavender: 'e6e6fa',
  lavenderblush: 'fff0f5',
  lawngreen: '7cfc00',
  lemonchiffon: 'fffacd',
  lightblue: 'add8e6',
  lightcoral: 'f08080',
  lightcyan: 'e0ffff',
  lightgoldenrodyellow: 'fafad2',
  lightgray: 'd3d3d3',
  lightgreen: '90ee90',
  lightgrey: 'd3d3d3',
  lightpink: 'ffb6c1',
  lightsalmon: 'ffa07a',
  lightseagreen: '20b2aa',
  lightskyblue: '87cefa',
  lightslategray: '778899',
  lightslategrey: '778899',
  lightsteelblue: 'b0c4de',
  lightyellow: 'ffffe0',
  lime: '00ff00',
  limegreen: '32cd32',
  linen: 'faf0e6',
  magenta: 'ff00ff',
  maroon: '800000',
  mediumaquamarine: '66cdaa',
  mediumblue: '0000cd',
  mediumorchid: 'ba55d3',
  mediumpurple: '9370db',
  mediumseagreen: '3cb371',
  mediumslateblue: '7b68ee',
  mediumspringgreen: '00fa9a',
  mediumturquoise: '48d1cc',
  mediumvioletred: 'c71585',
  midnightblue: '191970',
  mintcream: 'f5fffa',
  mistyrose: 'ffe4e1',
  moccasin: 'ffe4b5',
  navajowhite: 'ffdead',
  navy: '000080',
  oldlace: 'fdf5e6',
  olive: '808000',
  olivedrab: '6b8e23',
  orange: 'ffa500',
  orangered: 'ff4500',
  orchid: 'da70d6',
  palegoldenrod: 'eee8aa',
  palegreen: '98fb98',
  paleturquoise: 'afeeee',
  palevioletred: 'db7093',
  papayawhip: 'ffefd5',
  peachpuff: 'ffdab9',
  peru: 'cd853f',
  pink: 'ffc0cb',
  plum: 'dda0dd',
  powderblue: 'b0e0e6',
  purple: '800080',
  rebeccapurple: '663399',
  red: 'ff0000',
  rosybrown: 'bc8f8f',
  royalblue: '4169e1',
  saddlebrown: '8b4513',
  salmon: 'fa8072',
  sandybrown: 'f4a460',
  seagreen: '2e8b57',
  seashell: 'fff5ee',
  sienna: 'a0522d',
  silver: 'c0c0c0',
  skyblue: '87ceeb',
  slateblue: '6a5acd',
  slategray: '708090',
  slategrey: '708090',
  snow: 'fffafa',
  springgreen: '00ff7f',
  steelblue: '4682b4',
  tan: 'd2b48c',
  teal: '008080',
  thistle: 'd8bfd8',
  tomato: 'ff6347',
  turquoise: '40e0d0',
  violet: 'ee82ee',
  wheat: 'f5deb3',
  white: 'ffffff',
  whitesmoke: 'f5f5f5',
  yellow: 'ffff00',
  yellowgreen: '9acd32',
};

/** A colour as CSS writes it; undefined for one that cannot be told from the text, such as a variable. */
export function colourOf(text: string): Colour | undefined {
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return { ...BLACK, alpha: 0 };
  const hex = /^#([0-9a-f]{3,8})$/.exec(value)?.[1] ?? (Object.hasOwn(NAMED, value) ? NAMED[value] : undefined);
  if (hex !== undefined) return hexColour(hex);
  if (value.startsWith('color-mix(')) return mixOf(value);
  // A page is judged in the light.
  const [, light] = /^light-dark\(\s*((?:[^(),]|\([^()]*\))+),/.exec(value) ?? [];
  if (light !== undefined) return colourOf(light);
  const named = value.replace(/^color\(\s*srgb\s/, 'color-srgb(');
  const [, kind, inside] = /^(rgba?|hsla?|oklch|oklab|hwb|lab|lch|color-srgb)\(([^()]*)\)$/.exec(named) ?? [];
  if (kind === undefined || inside === undefined) return undefined;
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== '');
  if (parts.length < 3 || parts.length > 4) return undefined;
  const alpha = parts[3] === undefined ? 1 : numberOf(parts[3], 1);
  const colour = READERS[/^(?:rgb|hsl)a$/.test(kind) ? kind.slice(0, -1) : kind]!(parts);
  return colour && alpha !== undefined ? { ...colour, alpha: clamp(alpha, 1) } : undefined;
}

function hexColour(hex: string): Colour | undefined {
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
  if (digits.length !== 6 && digits.length !== 8) return undefined;
  const at = (index: number) => Number.parseInt(digits.slice(index, index + 2), 16);
  return { red: at(0), green: at(2), blue: at(4), alpha: digits.length === 8 ? at(6) / 255 : 1 };
}

type Rgb = Omit<Colour, 'alpha'>;

function rgb(parts: readonly string[]): Rgb | undefined {
  const [red, green, blue] = parts.slice(0, 3).map((part) => numberOf(part, 255));
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return { red: clamp(red, 255), green: clamp(green, 255), blue: clamp(blue, 255) };
}

function hsl(parts: readonly string[]): Rgb | undefined {
  const hue = Number.parseFloat(parts[0]!);
  const saturation = numberOf(parts[1]!, 1);
  const lightness = numberOf(parts[2]!, 1);
  if (!Number.isFinite(hue) || saturation === undefined || lightness === undefined) return undefined;
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1)));
  };
  return { red: channel(0), green: channel(8), blue: channel(4) };
}

/** `oklch(0.6 0.1 200deg)`, and `oklab(0.6 -0.1 0.02)` */
function oklch(parts: readonly string[]): Rgb | undefined {
  const [chroma, hue] = [numberOf(parts[1]!, 0.4), Number.parseFloat(parts[2]!)];
  if (chroma === undefined || !Number.isFinite(hue)) return undefined;
  const angle = (hue * Math.PI) / 180;
  return oklab([parts[0]!, (chroma * Math.cos(angle)).toFixed(6), (chroma * Math.sin(angle)).toFixed(6)]);
}

/** By the matrices of CSS Color 4. */
function oklab(parts: readonly string[]): Rgb | undefined {
  const lightness = numberOf(parts[0]!, 1);
  const [a, b] = [numberOf(parts[1]!, 0.4), numberOf(parts[2]!, 0.4)];
  if (lightness === undefined || a === undefined || b === undefined) return undefined;
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    red: channelOf(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    green: channelOf(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    blue: channelOf(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  };
}

/** `hwb(200deg 10% 20%)`: a pure colour with so much white and black in it. */
function hwb(parts: readonly string[]): Rgb | undefined {
  const pure = hsl([parts[0]!, '100%', '50%']);
  const [white, black] = [numberOf(parts[1]!, 1), numberOf(parts[2]!, 1)];
  if (!pure || white === undefined || black === undefined) return undefined;
  const [share, all] = [1 - white - black, white + black];
  if (all >= 1) return { red: (255 * white) / all, green: (255 * white) / all, blue: (255 * white) / all };
  const mixed = (channel: number): number => channel * share + 255 * white;
  return { red: mixed(pure.red), green: mixed(pure.green), blue: mixed(pure.blue) };
}

/** `color(srgb 0.5 0.5 0.5)` */
function srgb(parts: readonly string[]): Rgb | undefined {
  const [red, green, blue] = parts.slice(0, 3).map((part) => numberOf(part, 1));
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return { red: 255 * clamp(red, 1), green: 255 * clamp(green, 1), blue: 255 * clamp(blue, 1) };
}

/** `lab(60% 20 -30)`, by the matrices of CSS Color 4, from the white of print (D50) to that of screens. */
function lab(parts: readonly string[]): Rgb | undefined {
  const [lightness, a, b] = [numberOf(parts[0]!, 100), numberOf(parts[1]!, 125), numberOf(parts[2]!, 125)];
  if (lightness === undefined || a === undefined || b === undefined) return undefined;
  const middle = (lightness + 16) / 116;
  const wide = (share: number): number => (share ** 3 > 216 / 24_389 ? share ** 3 : (116 * share - 16) / (24_389 / 27));
  const [x, y, z] = [0.9642956764 * wide(middle + a / 500), wide(middle), 0.8251046025 * wide(middle - b / 200)];
  return {
    red: channelOf(3.1341359569 * x - 1.6173863321 * y - 0.4906619461 * z),
    green: channelOf(-0.9787954766 * x + 1.9162543773 * y + 0.0334427294 * z),
    blue: channelOf(0.0719553889 * x - 0.2289767598 * y + 1.4053860351 * z),
  };
}

function lch(parts: readonly string[]): Rgb | undefined {
  const [chroma, hue] = [numberOf(parts[1]!, 150), Number.parseFloat(parts[2]!)];
  if (chroma === undefined || !Number.isFinite(hue)) return undefined;
  const angle = (hue * Math.PI) / 180;
  return lab([parts[0]!, (chroma * Math.cos(angle)).toFixed(6), (chroma * Math.sin(angle)).toFixed(6)]);
}

const channelOf = (linear: number): number =>
  255 * clamp(linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055, 1);

const READERS: Readonly<Record<string, (parts: readonly string[]) => Rgb | undefined>> = {
  rgb,
  hsl,
  oklch,
  oklab,
  hwb,
  lab,
  lch,
  'color-srgb': srgb,
};

/** `color-mix(in srgb, #000 30%, white)`: other spaces give other colours, and are not judged. */
function mixOf(value: string): Colour | undefined {
  const [, first = '', second = ''] =
    /^color-mix\(\s*in srgb\s*,((?:[^(),]|\([^()]*\))+),((?:[^(),]|\([^()]*\))+)\)$/.exec(value) ?? [];
  const [one, other] = [first, second].map((part) => {
    const [, share] = /(?:^|\s)([\d.]+)%\s*$/.exec(part) ?? [];
    return {
      colour: colourOf(part.replace(/\s[\d.]+%\s*$/, '')),
      share: share === undefined ? undefined : Number(share) / 100,
    };
  });
  if (!one?.colour || !other?.colour || one.colour.alpha < 1 || other.colour.alpha < 1) return undefined;
  const share = one.share ?? (other.share === undefined ? 0.5 : 1 - other.share);
  return blended({ ...one.colour, alpha: share }, other.colour);
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));

/** A number, or a share of the whole: `50%`. */
function numberOf(text: string, whole: number): number | undefined {
  const [, digits, percent] = /^(-?[\d.]+)(%?)$/.exec(text) ?? [];
  const value = digits === undefined ? Number.NaN : Number(digits);
  if (Number.isNaN(value)) return undefined;
  return percent ? (value / 100) * whole : value;
}

/** The colour that is seen where one lies on another. */
export function blended(upper: Colour, lower: Colour): Colour {
  const alpha = upper.alpha + lower.alpha * (1 - upper.alpha);
  if (alpha === 0) return upper;
  const mix = (a: number, b: number) => (a * upper.alpha + b * lower.alpha * (1 - upper.alpha)) / alpha;
  return {
    red: mix(upper.red, lower.red),
    green: mix(upper.green, lower.green),
    blue: mix(upper.blue, lower.blue),
    alpha,
  };
}

/** The contrast ratio of WCAG, from 1 to 21. */
export function contrastOf(a: Colour, b: Colour): number {
  const [light, dark] = [luminanceOf(a), luminanceOf(b)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf({ red, green, blue }: Colour): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
