/**
 * The part of Hashnode's schema that Troupe uses. What is not in it is refused as the network refuses it. The picture
 * upload is that of September 2026: `presignedPost` was removed on the 22nd.
 */
import { buildSchema } from 'graphql';

export const schema = buildSchema(`
  scalar DateTime
  scalar ObjectId

  type Query {
    me: MyUser
    publication(id: ObjectId): Publication
    draft(id: ObjectId!): Draft
  }

  type MyUser {
    id: ID!
    username: String!
    name: String!
    profilePicture: String
    publications(first: Int!): PublicationConnection!
  }

  type PublicationConnection { edges: [PublicationEdge!]! }
  type PublicationEdge { node: Publication! }

  type Publication {
    id: ID!
    title: String!
    url: String
    followersCount: Int
    post(slug: String!): Post
    posts(first: Int!, after: String): PostConnection!
    drafts(first: Int!): DraftConnection!
  }

  type PostConnection { edges: [PostEdge!]! pageInfo: PageInfo! }
  type PostEdge { node: Post! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }

  type Post {
    id: ID!
    title: String!
    slug: String!
    url: String!
    publishedAt: DateTime!
    views: Int
    reactionCount: Int!
    responseCount: Int!
    replyCount: Int!
  }

  type DraftConnection { edges: [DraftEdge!]! }
  type DraftEdge { node: Draft! }
  type Draft { id: ID! title: String slug: String updatedAt: DateTime! }

  type Mutation {
    createDraft(input: CreateDraftInput!): CreateDraftPayload!
    publishDraft(input: PublishDraftInput!): PublishDraftPayload!
    createImageUploadURL(input: CreateImageUploadInput!): CreateImageUploadPayload!
    confirmImageUpload(input: ConfirmImageUploadInput!): ConfirmImageUploadPayload!
  }

  input CreateDraftInput {
    publicationId: ObjectId!
    title: String
    contentMarkdown: String
    slug: String
    tags: [PublishPostTagInput!]
    originalArticleURL: String
    settings: CreateDraftSettingsInput
    coverImageOptions: CoverImageOptionsInput
  }
  input PublishPostTagInput { slug: String! name: String }
  input CreateDraftSettingsInput { slugOverridden: Boolean }
  input CoverImageOptionsInput { coverImageURL: String }
  type CreateDraftPayload { draft: Draft! }

  input PublishDraftInput { draftId: ID! }
  type PublishDraftPayload { post: Post! }

  input CreateImageUploadInput { contentType: String! }
  type CreateImageUploadPayload { presignedPut: PresignedPut! }
  type PresignedPut { url: String! cdnUrl: String! key: String! }

  input ConfirmImageUploadInput { key: String! }
  type ConfirmImageUploadPayload { ok: Boolean! cdnUrl: String }
`);
