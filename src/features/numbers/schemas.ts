/** Schemas of the responses about numbers (docs/contract.md, Numbers). */
import { Type } from 'typebox';
import { platforms } from '../../../adapters/networks.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';

/** `ok`, and why numbers may be old or missing. */
const SOURCE_STATES = [
  'ok',
  'budget',
  'rate_limited',
  'needs_permission',
  'not_available',
  'network_down',
  'policy',
] as const;

export const account = {
  accountId: text('As in GET /v1/accounts.'),
  platform: choice(platforms, 'The network.'),
};
const count = (description: string) =>
  nullable(Type.Number({ description: `${description} Null if the network does not say.` }));

/** The four numbers of every network; null where the network does not say. */
const counts = {
  views: count('Views.'),
  likes: count('Likes and other reactions.'),
  comments: count('Comments and replies.'),
  shares: count('Shares, reposts and quotes.'),
};
export const Counts = model('Counts', Type.Object(counts));
/** The four numbers of a post over all its networks. */
export const CountSums = model(
  'PostMetrics',
  Type.Object({
    views: Type.Number(),
    likes: Type.Number(),
    comments: Type.Number(),
    shares: Type.Number(),
  }),
);

export const Source = model(
  'NumbersSource',
  Type.Object(
    {
      ...account,
      fetchedAt: nullable(instant('When its numbers were last read. Null if never.')),
      state: choice(SOURCE_STATES, '`ok`, or why its numbers are old or missing.'),
      reason: nullable(text('The same in a sentence.')),
      nextAt: nullable(instant('When its numbers are read again.')),
    },
    { description: 'How fresh the numbers of an account are, and what is missing and why.' },
  ),
);
export const sources = Type.Array(Source, { description: 'One for each account that the answer is about.' });
export const cachedAt = nullable(
  instant('When the numbers were read: of the account whose are oldest. Null if none were.'),
);

export const PerformancePost = model(
  'PerformancePost',
  Type.Object({
    ...account,
    networkPostId: text("The network's own id of the post."),
    postId: nullable(text('The post of this service that it is. Null if it was published elsewhere.')),
    url: nullable(text('Address of the post at the network.')),
    text: text('The beginning of its text, up to 500 characters.'),
    publishedAt: instant('When it was published.'),
    ...counts,
    engagementRate: nullable(
      Type.Number({
        description: '(likes + comments + shares) / views in percent, two decimals. Null without views.',
      }),
    ),
  }),
);
export const Totals = model('NumbersTotals', Type.Object({ posts: Type.Integer(), ...counts }));

export const MetricSeries = Type.Array(
  Type.Object({
    at: Type.Union([Type.String(), Type.Number()], {
      description: 'A day, or how far into the video (0 to 1).',
    }),
    value: nullable(Type.Number()),
  }),
);

export const AccountStats = model(
  'AccountStats',
  Type.Object({
    ...account,
    followers: count('Followers now.'),
    views: count('Views of 28 days.'),
    reach: count('People reached in 28 days.'),
    engagement: count('Interactions of 28 days.'),
    profileViews: count('Views of the profile in 28 days.'),
    cachedAt: nullable(instant('When they were read. Null if never.')),
    error: nullable(text('Why they are old or missing.')),
  }),
);

export const AccountTrend = model(
  'AccountTrend',
  Type.Object({
    ...account,
    metric: text(
      'views, reach, engagement, likes, comments, shares, followers, followersGained or profileViews.',
    ),
    series: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', description: "The network's own day." }),
        value: nullable(Type.Number({ description: 'Null if not known, or not yet.' })),
      }),
      { description: 'One entry for each day of the period, today last.' },
    ),
    summary: Type.Object({
      total: nullable(Type.Number({ description: 'Sum of the days; of followers the last known number.' })),
      average: nullable(Type.Number({ description: 'Of the days that are known.' })),
      change: nullable(Type.Number({ description: 'The last known day less the first known one.' })),
    }),
  }),
);

export const NetworkNumbers = model(
  'NetworkNumbers',
  Type.Object({
    ...account,
    networkPostId: nullable(text("The network's own id of the post.")),
    url: nullable(text('Address of the post at the network.')),
    metrics: nullable(Counts),
    fetchedAt: nullable(instant('When they were read. Null if never.')),
    error: nullable(text('Why they are old or missing.')),
  }),
);

/** How a post's counts grew: one entry for each hour or day in which they changed. */
export const HistoryEntry = model(
  'NumbersHistoryEntry',
  Type.Object({ at: instant('Beginning of the hour (first 48 hours) or UTC day.'), ...counts }),
);
