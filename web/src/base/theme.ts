import { createTheme, type CSSVariablesResolver, darken } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontFamily: 'inherit', fontWeight: '650' },
  cursorType: 'pointer',
  // by name: a component that is imported here is in the script of every page
  components: {
    // ARIA allows no such placeholder in a menu; without it the first item takes the focus
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});

/** Colours whose darkest shade is still too light for letters. */
const PALE = new Set(['yellow', 'orange', 'lime', 'green', 'teal', 'cyan']);

/** Mantine's faint texts are too faint for WCAG AA on its own backgrounds. */
export const cssVariables: CSSVariablesResolver = (theme) => {
  const light: Record<string, string> = { '--mantine-color-dimmed': theme.colors.gray[7] };
  const dark: Record<string, string> = { '--mantine-color-dimmed': theme.colors.dark[1] };
  for (const color of Object.keys(theme.colors)) {
    light[`--mantine-color-${color}-light-color`] = darken(
      theme.colors[color]![9],
      PALE.has(color) ? 0.4 : 0.1,
    );
    dark[`--mantine-color-${color}-light-color`] = theme.colors[color]![2];
  }
  light['--mantine-color-error'] = theme.colors.red[9];
  dark['--mantine-color-error'] = theme.colors.red[4];
  light['--mantine-color-anchor'] = theme.colors.blue[8];
  dark['--mantine-color-anchor'] = theme.colors.blue[3];
  light['--mantine-color-placeholder'] = theme.colors.gray[7];
  dark['--mantine-color-placeholder'] = theme.colors.dark[1];
  return { variables: {}, light, dark };
};
