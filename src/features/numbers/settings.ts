/** An operator's settings for numbers: the budget where a network charges for them, and how long they are stored. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { EnvReader } from '../../base/env.ts';

type Adapters = { [platform: string]: Manifest };

export interface NumbersSettings {
  [platform: string]: {
    /** US cents that an account may cost in a UTC day; 0: nothing is read. */
    centsPerDay?: number;
    /** The same for a simulated account, whose numbers cost no money. Default: as `centsPerDay`. */
    simulatedCentsPerDay?: number;
    /** Days after which numbers are deleted. */
    keepDays?: number;
  };
}

/** A price is in millionths of a US dollar. */
const MICROS_PER_CENT = 10_000;
const MAX_CENTS = 100_000;
/** Two years, which is the longest period that an operation reads. */
const MAX_DAYS = 730;

/** The name of the setting of what numbers of a network may cost. */
export const priceSetting = (platform: string): string => `${platform.toUpperCase()}_NUMBERS_CENTS_PER_DAY`;

/**
 * X_NUMBERS_CENTS_PER_DAY, YOUTUBE_NUMBERS_DAYS, and the same of other networks that charge or whose terms limit what is kept.
 * What simulated accounts cost is no money, so a price that is not set stops nothing there.
 * @throws ConfigError when a value is not a number in its range
 */
export function readNumbersSettings(from: EnvReader, adapters: Adapters): NumbersSettings {
  return Object.fromEntries(
    Object.values(adapters).flatMap(({ platform, insights }) => {
      if (!insights?.price && !insights?.terms) return [];
      const { price, terms } = insights;
      const own: NumbersSettings[string] = {};
      if (price) {
        const name = priceSetting(platform);
        const preset = price.perDay / MICROS_PER_CENT;
        own.centsPerDay = from.whole(name, preset, { least: 0, most: MAX_CENTS });
        if (from.text(name) === null) own.simulatedCentsPerDay = MAX_CENTS;
      }
      if (terms) {
        const name = `${platform.toUpperCase()}_NUMBERS_DAYS`;
        own.keepDays = from.whole(name, terms.keepDays, { least: 1, most: MAX_DAYS });
      }
      return [[platform, own]];
    }),
  );
}

/** The adapters with these settings instead of their own. */
export function withNumbersSettings(adapters: Adapters, settings: NumbersSettings): Adapters {
  return Object.fromEntries(
    Object.entries(adapters).map(([platform, adapter]) => {
      const { insights } = adapter;
      const { centsPerDay, simulatedCentsPerDay, keepDays } = settings[platform] ?? {};
      if (!insights || settings[platform] === undefined) return [platform, adapter];
      const { price, terms } = insights;
      return [
        platform,
        {
          ...adapter,
          insights: {
            ...insights,
            ...(price && {
              price: {
                ...price,
                ...(centsPerDay !== undefined && { perDay: centsPerDay * MICROS_PER_CENT }),
                ...(simulatedCentsPerDay !== undefined && {
                  simulatedPerDay: simulatedCentsPerDay * MICROS_PER_CENT,
                }),
              },
            }),
            ...(terms && keepDays !== undefined && { terms: { ...terms, keepDays } }),
          },
        },
      ];
    }),
  );
}
