/**
 * Type, colours and sizes of the dashboard. Six sizes of type and no other: xs for what describes, sm for rows and chips, md for the
 * body and fields, lg for what people write, xl for titles of pages, and `.figure` for single figures.
 */
import {
  createTheme,
  type CSSVariablesResolver,
  darken,
  lighten,
  type MantineColorsTuple,
} from '@mantine/core';
import { t } from './language/text.ts';

/** A colour with a meaning: its letters and background in both schemes. All letters have a contrast of 4.5:1 and more on their background. */
interface Meaning {
  /** Letters on a light page. White letters on it are legible too. */
  light: string;
  /** Background of a badge on a light page. */
  soft: string;
  /** Letters on a dark page. */
  dark: string;
}

/** Focus, selection, main buttons, links, and what is planned. */
const ACCENT: Meaning = { light: '#4f3cc9', soft: '#ece9fb', dark: '#a69bff' };

/** By Mantine's name of the colour. `look.ts` says what each means; no other colour carries a meaning. */
const MEANINGS: { [color: string]: Meaning } = {
  accent: ACCENT,
  orange: { light: '#b4380b', soft: '#ffe9dc', dark: '#ffb38a' },
  yellow: { light: '#7a5a00', soft: '#fff3c9', dark: '#f2cf66' },
  green: { light: '#1e6b3a', soft: '#e2f4e8', dark: '#7fd6a0' },
  red: { light: '#a3162b', soft: '#fde6e9', dark: '#ff9aa8' },
};

/** The shade of a palette that is a meaning's colour itself. */
const OWN_SHADE = 8;

/** Ten shades from nearly white to darker than the colour. */
const shades = ({ light }: Meaning): MantineColorsTuple =>
  Array.from({ length: 10 }, (_, shade) =>
    shade > OWN_SHADE ? darken(light, 0.15) : lighten(light, (0.94 * (OWN_SHADE - shade)) / OWN_SHADE),
  ) as unknown as MantineColorsTuple;

// warm greys: Mantine's own are blue beside this canvas
const GRAY: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#ebe8e2',
  '#e4e2dd',
  '#cfccc4',
  '#aaa69d',
  '#857f76',
  '#5f5b54',
  '#3d3a35',
  '#1c1b19',
];
const DARK: MantineColorsTuple = [
  '#eceae6',
  '#c4c1ba',
  '#a5a29b',
  '#75736e',
  '#3b3f44',
  '#2c2f33',
  '#22252a',
  '#1b1d20',
  '#17191b',
  '#141517',
];

export const theme = createTheme({
  colors: {
    ...Object.fromEntries(Object.entries(MEANINGS).map(([name, meaning]) => [name, shades(meaning)])),
    gray: GRAY,
    dark: DARK,
  },
  black: '#1c1b19',
  primaryColor: 'accent',
  primaryShade: { light: OWN_SHADE, dark: OWN_SHADE },
  defaultRadius: 'sm',
  radius: { sm: '6px', md: '10px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.334', sm: '1.385', md: '1.429', lg: '1.5', xl: '1.4' },
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: {
    fontFamily: 'inherit',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '20px', lineHeight: '28px' },
      h3: { fontSize: '16px', lineHeight: '24px' },
      h4: { fontSize: '16px', lineHeight: '24px' },
      h5: { fontSize: '14px', lineHeight: '20px' },
      h6: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  cursorType: 'pointer',
  // by name: a component that is imported here is in the script of every page
  components: {
    Badge: { defaultProps: { tt: 'none', radius: 'sm' } },
    Card: { defaultProps: { radius: 'md', padding: 'sm' } },
    // ARIA allows no such placeholder in a menu; without it the first item takes the focus
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('Close') } } },
  },
});

/** Colours whose darkest shade is still too light for letters. */
const PALE = new Set(['lime', 'teal', 'cyan']);

/** Mantine's faint texts are too faint for WCAG AA on its own backgrounds. */
export const cssVariables: CSSVariablesResolver = (theme) => {
  const light: Record<string, string> = {
    '--canvas': '#f6f5f2',
    '--mantine-color-dimmed': theme.colors.gray[7],
    '--mantine-color-placeholder': theme.colors.gray[7],
    '--mantine-color-default-border': theme.colors.gray[3],
    '--mantine-color-error': MEANINGS['red']!.light,
    '--mantine-color-anchor': ACCENT.light,
  };
  const dark: Record<string, string> = {
    '--canvas': theme.colors.dark[9],
    '--mantine-color-dimmed': theme.colors.dark[2],
    '--mantine-color-placeholder': theme.colors.dark[2],
    '--mantine-color-default-border': theme.colors.dark[5],
    '--mantine-color-error': MEANINGS['red']!.dark,
    '--mantine-color-anchor': ACCENT.dark,
  };
  for (const color of Object.keys(theme.colors)) {
    const meaning = MEANINGS[color];
    const text = `--mantine-color-${color}-light-color`;
    const background = `--mantine-color-${color}-light`;
    light[text] = meaning?.light ?? darken(theme.colors[color]![9], PALE.has(color) ? 0.4 : 0.1);
    dark[text] = meaning?.dark ?? theme.colors[color]![2];
    if (meaning === undefined) continue;
    light[background] = meaning.soft;
    dark[background] = `color-mix(in srgb, ${meaning.dark} 14%, transparent)`;
    dark[`--mantine-color-${color}-text`] = meaning.dark;
    dark[`--mantine-color-${color}-outline`] = meaning.dark;
  }
  // without colours of their own these are grey on every page
  light['--mantine-color-gray-light-color'] = theme.colors.gray[8];
  dark['--mantine-color-gray-light-color'] = theme.colors.dark[1];
  dark['--mantine-color-gray-light'] = theme.colors.dark[5];
  return { variables: {}, light, dark };
};
