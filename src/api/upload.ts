/** Files that come with requests. */

/** A file that came with a request: it lies on the disk of this node while the call lasts. */
export interface UploadedFile {
  path: string;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
  /** What the client calls it; absent if it did not say. */
  name?: string;
}

/** Where the file goes. */
export interface FileSink<File> {
  readonly bytes: number;
  /** Takes the next bytes; they are valid during the call alone. What it throws ends the upload. */
  write(chunk: Uint8Array): void;
  finish(): File;
  /** The upload came to nothing. */
  discard(): void;
}

/** Where files of uploads are put while they arrive. */
export interface Uploads {
  begin(): FileSink<UploadedFile>;
}
