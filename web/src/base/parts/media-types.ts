/** Types of files that the service hosts, for the choice of files. */
export const MEDIA_TYPES =
  'image/jpeg,image/png,image/webp,image/gif,video/mp4,video/quicktime,video/webm,application/pdf';
