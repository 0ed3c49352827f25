/** Operations of Google's APIs in the types of its packages, which are made from its discovery documents. */
import type { Call } from '../calls.ts';
import type { Judge } from './judge.ts';
import { typesJudge, type TypedOperation } from './types.ts';

type Row = [method: string, path: RegExp, operation: Omit<TypedOperation, 'operation'>];

const typed = (api: string, params: string, response?: string, more: Partial<TypedOperation> = {}) => ({
  params: `${api}.Params$Resource$${params}`,
  ...(response === undefined ? {} : { response: `${api}.Schema$${response}` }),
  ...more,
});

const YOUTUBE: Row[] = [
  ['GET', /\/youtube\/v3\/channels$/, typed('youtube', 'Channels$List', 'ChannelListResponse')],
  [
    'GET',
    /\/youtube\/v3\/playlistItems$/,
    typed('youtube', 'Playlistitems$List', 'PlaylistItemListResponse'),
  ],
  ['GET', /\/youtube\/v3\/videos$/, typed('youtube', 'Videos$List', 'VideoListResponse')],
  [
    'GET',
    /\/youtube\/v3\/videos:batchGetStats$/,
    typed('youtube', 'Videos$Batchgetstats', 'BatchGetStatsResponse'),
  ],
  [
    'POST',
    /\/upload\/youtube\/v3\/videos$/,
    typed('youtube', 'Videos$Insert', undefined, { body: 'youtube.Schema$Video' }),
  ],
  ['GET', /\/v2\/reports$/, typed('analytics', 'Reports$Query', 'QueryResponse')],
];

const BUSINESS: Row[] = [
  ['GET', /\/v1\/accounts$/, typed('accounts', 'Accounts$List', 'ListAccountsResponse')],
  [
    'GET',
    /\/v1\/accounts\/\w+\/locations$/,
    typed('information', 'Accounts$Locations$List', 'ListLocationsResponse', { inPath: ['parent'] }),
  ],
  [
    'GET',
    /:fetchMultiDailyMetricsTimeSeries$/,
    typed(
      'performance',
      'Locations$Fetchmultidailymetricstimeseries',
      'FetchMultiDailyMetricsTimeSeriesResponse',
      { inPath: ['location'] },
    ),
  ],
];

export function youtubeJudge(): Judge {
  return typesJudge(
    "import type { youtube_v3 as youtube } from '@googleapis/youtube'; import type { youtubeAnalytics_v2 as analytics } from '@googleapis/youtubeanalytics';",
    (call) => find(YOUTUBE, call),
  );
}

export function googleBusinessJudge(): Judge {
  return typesJudge(
    "import type { mybusinessaccountmanagement_v1 as accounts } from '@googleapis/mybusinessaccountmanagement'; import type { mybusinessbusinessinformation_v1 as information } from '@googleapis/mybusinessbusinessinformation'; import type { businessprofileperformance_v1 as performance } from '@googleapis/businessprofileperformance';",
    (call) => find(BUSINESS, call),
  );
}

function find(rows: Row[], { method, address }: Call): TypedOperation | null {
  const row = rows.find(([own, path]) => own === method && path.test(address.pathname));
  if (!row) return null;
  // what the protocol of uploads adds is no parameter of the operation
  const operation = `${method} ${/[^/]+$/.exec(address.pathname)?.[0] ?? ''}`;
  return { operation, ...row[2] };
}
