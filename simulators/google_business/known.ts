/** What simulated google_business knows: lists and posts of the Business Profile APIs. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'accounts.list': { query: { pageSize: 'number', pageToken: 'text' } },
  'accounts.locations.list': { query: { pageSize: 'number', pageToken: 'text', readMask: 'text' } },
  'localPosts.create': {
    body: {
      languageCode: 'text',
      summary: 'text',
      topicType: { oneOf: ['STANDARD', 'EVENT', 'OFFER', 'ALERT'] },
      callToAction: { object: { actionType: 'text', url: 'text' } },
      media: { listOf: { object: { mediaFormat: { oneOf: ['PHOTO', 'VIDEO'] }, sourceUrl: 'text' } } },
    },
  },
  'localPosts.get': {},
  'localPosts.list': { query: { pageSize: 'number', pageToken: 'text' } },
  'locations.fetchMultiDailyMetricsTimeSeries': {
    query: {
      dailyMetrics: { listOf: 'text' },
      'dailyRange.startDate.year': 'number',
      'dailyRange.startDate.month': 'number',
      'dailyRange.startDate.day': 'number',
      'dailyRange.endDate.year': 'number',
      'dailyRange.endDate.month': 'number',
      'dailyRange.endDate.day': 'number',
    },
  },
  'reviews.list': { query: { orderBy: 'text', pageSize: 'number', pageToken: 'text' } },
  'reviews.updateReply': { body: { comment: 'text' } },
};
