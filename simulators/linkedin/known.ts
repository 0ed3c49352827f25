/** What simulated linkedin knows: posts and uploads of the Posts API. */
import type { KnownCalls } from '../known.ts';

export const known: KnownCalls = {
  'POST /rest/documents': {
    query: { action: { oneOf: ['initializeUpload'] } },
    body: { initializeUploadRequest: { object: { owner: 'text' } } },
  },
  'POST /rest/images': {
    query: { action: { oneOf: ['initializeUpload'] } },
    body: { initializeUploadRequest: { object: { owner: 'text' } } },
  },
  'POST /rest/videos': {
    query: { action: { oneOf: ['initializeUpload', 'finalizeUpload'] } },
    body: {
      initializeUploadRequest: {
        object: {
          owner: 'text',
          fileSizeBytes: 'number',
          uploadCaptions: 'boolean',
          uploadThumbnail: 'boolean',
        },
      },
      finalizeUploadRequest: {
        object: { video: 'text', uploadToken: 'text', uploadedPartIds: { listOf: 'text' } },
      },
    },
  },
  'POST /rest/socialActions/:urn/comments': {
    body: { actor: 'text', object: 'text', message: { object: { text: 'text' } }, parentComment: 'text' },
  },
  'POST /rest/posts': {
    body: {
      author: 'text',
      commentary: 'text',
      visibility: { oneOf: ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'] },
      distribution: {
        object: {
          feedDistribution: { oneOf: ['MAIN_FEED', 'NONE'] },
          targetEntities: { listOf: 'any' },
          thirdPartyDistributionChannels: { listOf: 'any' },
        },
      },
      content: {
        object: {
          media: { object: { id: 'text', title: 'text', altText: 'text' } },
          article: { object: { source: 'text', title: 'text', description: 'text', thumbnail: 'text' } },
        },
      },
      lifecycleState: { oneOf: ['PUBLISHED', 'DRAFT'] },
      isReshareDisabledByAuthor: 'boolean',
    },
  },
};
