/**
 * What each network's calls are judged by: version, date and source of its description, and what no description covers.
 * `docs/networks.md` shows this table. Descriptions come from a folder that its owner names (they are other people's
 * files and no part of this project), or from a package of npm.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schema } from '../../../simulators/hashnode/schema.ts';
import { eitherJudge } from './either.ts';
import { ghostJudge } from './ghost.ts';
import { googleBusinessJudge, youtubeJudge } from './google.ts';
import { graphqlJudge } from './graphql.ts';
import type { Judge } from './judge.ts';
import { lexiconJudge } from './lexicon.ts';
import { metaJudge } from './meta.ts';
import { readKinds } from './meta-kinds.ts';
import { narrowed, readSdk } from './meta-sdk.ts';
import { openApiJudge, type OpenApi } from './openapi.ts';
import { slackJudge } from './slack.ts';
import { telegramJudge, type BotApi } from './telegram.ts';
import { threadsJudge, type Collection } from './threads.ts';
import { tumblrJudge } from './tumblr.ts';

export interface Row {
  /** What the description is, with its version and date. */
  contract: string;
  source: string;
  /** Where it comes from: the folder of `npm run try:contracts`, npm (judged by `npm test`, too), or nowhere. */
  from: 'folder' | 'npm' | 'none';
  /** @param folder null for what comes from npm */
  judge?: (folder: string) => Judge;
  /** What it leaves open. */
  notCovered: string;
}

const openApi = (folder: string, name: string) => json(folder, name) as OpenApi;
const json = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

const X_SIGN_IN = /^\/(2\/)?oauth2\/|^\/i\/oauth2\//;

/** The version of the Graph API that the descriptions are of. A call by another version is not judged by them. */
const GRAPH = 'v26.0';
const graph = (folder: string) =>
  narrowed(readKinds(join(folder, 'facebook')), readSdk(join(folder, 'facebook', 'sdk')));

/** Edges of users, apps and businesses, which the lists of Meta's marketing SDK leave out. */
const META_OUTSIDE =
  /^(oauth|dialog)\/|^me\/(accounts|permissions|businesses)$|\/(owned_pages|client_pages|subscriptions)$/;

export const TABLE: { [network: string]: Row } = {
  bluesky: {
    contract: 'lexicons of `@atproto/api` 0.21.0',
    source: 'bluesky-social/atproto',
    from: 'npm',
    judge: lexiconJudge,
    notCovered: 'the directory of identities (plc.directory); parameters of the video service',
  },
  devto: {
    contract: 'none that DEV publishes as data',
    source: "forem's controller of articles, read on 26 November 2026",
    from: 'none',
    notCovered: 'everything: judged by reading',
  },
  discord: {
    contract: 'OpenAPI, v10, 18 July 2026',
    source: 'discord/discord-api-spec',
    from: 'folder',
    judge: (folder) =>
      openApiJudge(openApi(folder, 'discord.json'), {
        base: 'https://discord.com/api/v10',
        jsonField: 'payload_json',
        files: /^files\[\d+\]$/,
      }),
    notCovered: 'sizes of files',
  },
  facebook: {
    contract:
      "edges, fields and enums of Meta's SDK, 15 April 2026, without what its SDK 26.0.0 of 5 August 2026 (Graph v26.0) has no more",
    source: 'facebook/facebook-business-sdk-codegen, facebook/facebook-nodejs-business-sdk',
    from: 'folder',
    judge: (folder) =>
      metaJudge(graph(folder), ['Page', 'PagePost', 'Photo', 'AdVideo', 'Comment', 'UnifiedThread'], {
        outside: META_OUTSIDE,
        version: GRAPH,
      }),
    notCovered:
      'sign-in, permissions, businesses, subscriptions of apps, message nodes, names of metrics, webhooks',
  },
  ghost: {
    contract: '`@tryghost/admin-api-schema` 4.7.5',
    source: 'TryGhost/SDK',
    from: 'npm',
    judge: ghostJudge,
    notCovered: 'responses, reads and uploads: only writes of posts have a schema',
  },
  google_business: {
    contract:
      'types of `@googleapis/mybusinessaccountmanagement` 13.0.0, `mybusinessbusinessinformation` 13.0.0, `businessprofileperformance` 9.0.0',
    source: "Google's discovery documents",
    from: 'npm',
    judge: googleBusinessJudge,
    notCovered: 'posts and reviews (v4: text only), sign-in, values of enums',
  },
  hashnode: {
    contract: 'GraphQL schema, 29 July 2026',
    source: 'Hashnode/gql-skill',
    from: 'folder',
    judge: (folder) =>
      graphqlJudge(
        readFileSync(join(folder, 'hashnode-skill.graphql'), 'utf8'),
        schema,
        'https://gql-beta.hashnode.com',
      ),
    notCovered: 'the upload of September 2026 (changelog of 1 September 2026), and the storage behind it',
  },
  instagram: {
    contract:
      "edges, fields and enums of Meta's SDK, 15 April 2026, without what its SDK 26.0.0 of 5 August 2026 (Graph v26.0) has no more",
    source: 'facebook/facebook-business-sdk-codegen, facebook/facebook-nodejs-business-sdk',
    from: 'folder',
    judge: (folder) =>
      metaJudge(
        graph(folder),
        [
          'IGUser',
          'IGUserForIGOnlyAPI',
          'IGMedia',
          'IGMediaForIGOnlyAPI',
          'IGComment',
          'Page',
          'UnifiedThread',
        ],
        { outside: META_OUTSIDE, version: GRAPH },
      ),
    notCovered: 'sign-in, permissions, businesses, subscriptions of apps, message nodes, webhooks',
  },
  linkedin: {
    contract: 'none that LinkedIn publishes as data',
    source: 'Microsoft Learn, version 202608, read on 26 November 2026',
    from: 'none',
    notCovered: 'everything: judged by reading',
  },
  mastodon: {
    contract: 'OpenAPI, 4.7.0, 19 August 2026',
    source: "abraham/mastodon-openapi, made from Mastodon's documentation",
    from: 'folder',
    judge: (folder) =>
      openApiJudge(openApi(folder, 'mastodon.json'), {
        base: 'https://mastodon.social',
        outside: /^\/oauth\/authorize$/,
      }),
    notCovered: 'the sign-in page; limits of an instance, which it names itself',
  },
  pinterest: {
    contract: 'OpenAPI, 5.23.0, 11 December 2025',
    source: 'pinterest/api-description',
    from: 'folder',
    judge: (folder) =>
      openApiJudge(openApi(folder, 'pinterest.json'), { base: 'https://api.pinterest.com/v5' }),
    notCovered: 'the sign-in page; the storage of videos',
  },
  reddit: {
    contract: 'none that is current',
    source: "reddit-archive's api.py (2017) and praw (17 August 2026)",
    from: 'none',
    notCovered: 'everything: judged by reading',
  },
  slack: {
    contract: 'types of `@slack/web-api` 8.2.0',
    source: 'slackapi/node-slack-sdk',
    from: 'npm',
    judge: slackJudge,
    notCovered: 'values of forms; the address that a file is uploaded to',
  },
  telegram: {
    contract: 'Bot API 10.1, 11 June 2026',
    source: 'PaulSonOfLars/telegram-bot-api-spec',
    from: 'folder',
    judge: (folder) => telegramJudge(json(folder, 'telegram.json') as BotApi),
    notCovered: 'lengths of texts',
  },
  threads: {
    contract: "collection of Meta's examples, 2 January 2026",
    source: 'fbsamples/threads_api',
    from: 'folder',
    judge: (folder) =>
      threadsJudge(json(folder, 'threads.postman.json') as Collection, /^\/oauth\/authorize$/),
    notCovered: 'types of fields, required parameters, responses of writes, webhooks',
  },
  tiktok: {
    contract: 'none that TikTok publishes as data',
    source: 'developers.tiktok.com, read on 26 November 2026',
    from: 'none',
    notCovered: 'everything: judged by reading',
  },
  tumblr: {
    contract: "tables of Tumblr's documentation, 18 October 2024",
    source: 'tumblr/docs',
    from: 'folder',
    judge: (folder) => tumblrJudge(readFileSync(join(folder, 'tumblr-api.md'), 'utf8')),
    notCovered: 'values, responses, blocks of posts (NPF)',
  },
  wordpress: {
    contract: 'none as data: each site describes itself',
    source: "WordPress core 6.1.9's REST controllers",
    from: 'none',
    notCovered: 'everything: judged by reading',
  },
  x: {
    contract: 'OpenAPI, 2.167 of 22 August 2026, and 2.159 for what is repeated with older names',
    source: 'xdevplatform/docs',
    from: 'folder',
    judge: (folder) =>
      eitherJudge(
        openApiJudge(openApi(folder, 'x.json'), { base: 'https://api.x.com', outside: X_SIGN_IN }),
        openApiJudge(openApi(folder, 'x-2.159.json'), { base: 'https://api.x.com', outside: X_SIGN_IN }),
      ),
    notCovered: 'sign-in, webhooks, prices',
  },
  youtube: {
    contract: 'types of `@googleapis/youtube` 39.0.0 and `@googleapis/youtubeanalytics` 11.0.0',
    source: "Google's discovery documents",
    from: 'npm',
    judge: youtubeJudge,
    notCovered: 'the resumable upload, sign-in, values of enums, names of metrics',
  },
};
