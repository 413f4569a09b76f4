import { below, chained, labelled, safe, sinks } from '../make';
import type { FlowRows, Path, SinkRow } from '../rows';

const path = (calls: readonly Path[], rest: Partial<SinkRow> = {}): SinkRow[] => sinks('path-traversal', calls, rest);

/** The name that the sender of a file gave it, by Servlets, Spring, Apache Commons, Jersey, Vert.x, Micronaut, Javalin. */
const NAMES_OF_UPLOADS = ['MultipartFile.getOriginalFilename()', 'Part.getSubmittedFileName()', 'FileItem.getName()', 'FilePart.filename()', 'FormDataContentDisposition.getFileName()', 'FileUpload.fileName()', 'FileUpload.getFilename()', 'CompletedFileUpload.getFilename()', 'UploadedFile.filename()'];
const UPLOADED = 'name of an uploaded file';
const CONTENTS_OF_UPLOADS = ['MultipartFile.getInputStream()', 'MultipartFile.getBytes()', 'Part.getInputStream()', 'FileItem.getInputStream()', 'FileItem.getString()', 'FileItem.get()'];

const OPENED = ['FileInputStream', 'FileOutputStream', 'FileReader', 'FileWriter', 'RandomAccessFile', 'ZipFile', 'JarFile', 'FileImageInputStream', 'FileImageOutputStream', 'FileSystemResource', 'PathResource', 'FileUrlResource', 'ClassPathResource'];
/** Methods of `java.nio.file.Files` whose first argument is the file. */
const OF_FILES = [
  ...['readAllBytes', 'readString', 'readAllLines', 'lines', 'newInputStream', 'newOutputStream', 'newBufferedReader', 'newBufferedWriter', 'newByteChannel', 'newDirectoryStream'],
  ...['write', 'writeString', 'delete', 'deleteIfExists', 'createFile', 'createDirectory', 'createDirectories', 'createSymbolicLink', 'createLink', 'walk', 'walkFileTree', 'list', 'find', 'setPosixFilePermissions'],
];
const OF_FILE = ['delete', 'deleteOnExit', 'mkdir', 'mkdirs', 'createNewFile', 'renameTo', 'list', 'listFiles', 'setReadable', 'setWritable', 'setExecutable'];
const LOOKS = ['exists', 'isFile', 'isDirectory', 'length', 'lastModified', 'canRead', 'canWrite'];
const OF_COMMONS = [
  'readFileToString',
  'readFileToByteArray',
  'readLines',
  'openInputStream',
  'openOutputStream',
  'lineIterator',
  'writeStringToFile',
  'writeByteArrayToFile',
  'writeLines',
  'write',
  'copyFile',
  'copyDirectory',
  'moveFile',
  'forceDelete',
  'deleteQuietly',
  'deleteDirectory',
  'forceMkdir',
  'listFiles',
  'touch',
];

/** Files of the Java platform, Spring, Servlets and Apache Commons, and uploads. A path does harm where it is used. */
export const javaFiles: FlowRows = {
  aliases: {
    'FileSystems.getDefault()': 'FileSystem',
    'Paths.get()': 'Path',
    'Path.of()': 'Path',
    'FileSystem.getPath()': 'Path',
    'File.toPath()': 'Path',
    'Path.toFile()': 'File',
    'FileUtils.getFile()': 'File',
    ...chained('Path', ['resolve', 'resolveSibling', 'normalize', 'toAbsolutePath', 'toRealPath', 'getParent']),
    ...chained('File', ['getCanonicalFile', 'getAbsoluteFile', 'getParentFile']),
    CommonsMultipartFile: 'MultipartFile',
    DiskFileItem: 'FileItem',
  },
  sources: { ...labelled(UPLOADED, NAMES_OF_UPLOADS), ...labelled('contents of an uploaded file', CONTENTS_OF_UPLOADS) },
  sinks: [
    ...path(OPENED),
    ...path(['PrintWriter', 'PrintStream', 'Scanner'], { only: 'file-object' }),
    ...path(below('Files', OF_FILES)),
    ...path(['Files.move'], { arguments: [0, 1] }),
    // The first argument may also be what is copied.
    ...path(['Files.copy'], { arguments: [1] }),
    ...path(['Files.copy'], { only: 'file-object' }),
    ...path(below('Files', ['exists', 'isRegularFile', 'isDirectory', 'size', 'getLastModifiedTime', 'probeContentType']), { isLook: true }),
    ...path(below('File', OF_FILE), { receiver: true }),
    ...path(['File.renameTo']),
    ...path(below('File', LOOKS), { receiver: true, isLook: true }),
    ...path(below('FileUtils', OF_COMMONS)),
    ...path(['FileUtils.copyFile', 'FileUtils.copyDirectory', 'FileUtils.moveFile', 'FileUtils.copyInputStreamToFile', 'FileUtils.copyURLToFile'], { arguments: [1] }),
    ...path(['FileCopyUtils.copy', 'FileCopyUtils.copyToByteArray', 'FileChannel.open', 'AsynchronousFileChannel.open', 'ImageIO.read'], { only: 'file-object' }),
    ...path(['ImageIO.write'], { arguments: [2], only: 'file-object' }),
    ...path(['ResourceLoader.getResource', 'ApplicationContext.getResource', 'ResourceUtils.getFile', 'MultipartFile.transferTo', 'Part.write', 'FileItem.write', 'RoutingContext.sendFile', 'HttpServerResponse.sendFile']),
    ...['MultipartFile.transferTo', 'Part.write', 'FileItem.write'].map((call) => ({ call, weakness: 'unrestricted-upload' as const, onlyLabel: UPLOADED })),
    { call: 'Files.copy', weakness: 'unrestricted-upload', arguments: [1], onlyLabel: UPLOADED },
    ...path(['*.getResourceAsStream', '*.getRealPath']),
    ...path(below('FileSystem', ['readFile', 'writeFile', 'open', 'delete', 'copy', 'move', 'mkdirs'])),
  ],
  givenAway: ['File', 'Path'].map((type) => ({ type, weakness: 'path-traversal' as const })),
  sanitizers: safe(['path-traversal'], ['File.getName', 'Path.getFileName', 'FilenameUtils.getName', 'FilenameUtils.getBaseName', 'StringUtils.getFilename']),
};
