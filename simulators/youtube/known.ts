/** What simulated youtube knows: the Data API and YouTube Analytics. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'commentThreads.insert': {
    query: { part: 'text' },
    body: {
      snippet: {
        object: {
          channelId: 'text',
          videoId: 'text',
          topLevelComment: { object: { snippet: { object: { textOriginal: 'text' } } } },
        },
      },
    },
  },
  'commentThreads.list': {
    query: {
      part: 'text',
      videoId: 'text',
      maxResults: 'number',
      order: { oneOf: ['time', 'relevance'] },
      pageToken: 'text',
    },
  },
  'channels.list': { query: { id: 'text', mine: 'boolean', part: 'text' } },
  'playlistItems.list': {
    query: { maxResults: 'number', pageToken: 'text', part: 'text', playlistId: 'text' },
  },
  'reports.query': {
    query: {
      dimensions: 'text',
      endDate: 'text',
      filters: 'text',
      ids: 'text',
      metrics: 'text',
      sort: 'text',
      startDate: 'text',
    },
  },
  'videos.batchGetStats': { query: { id: 'text', part: 'text' } },
  'videos.insert': {
    query: { notifySubscribers: 'boolean', part: 'text', uploadType: { oneOf: ['resumable'] } },
    body: {
      snippet: { object: { title: 'text', description: 'text', categoryId: 'text' } },
      status: {
        object: {
          privacyStatus: { oneOf: ['public', 'unlisted', 'private'] },
          license: { oneOf: ['youtube', 'creativeCommon'] },
          embeddable: 'boolean',
          selfDeclaredMadeForKids: 'boolean',
        },
      },
    },
  },
};
