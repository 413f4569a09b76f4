import { FLOW_WEAKNESSES, type FlowRows } from '../rows';
import { aliases, assigned, below, labelled, safe, sinks } from '../make';

const READ = ['ReadAllText', 'ReadAllTextAsync', 'ReadAllBytes', 'ReadAllBytesAsync', 'ReadAllLines', 'ReadAllLinesAsync', 'ReadLines', 'OpenRead', 'OpenText', 'Open', 'OpenHandle'];
const WRITE = ['WriteAllText', 'WriteAllTextAsync', 'WriteAllBytes', 'WriteAllBytesAsync', 'WriteAllLines', 'WriteAllLinesAsync', 'AppendAllText', 'AppendAllTextAsync', 'AppendAllLines', 'AppendText', 'OpenWrite', 'Create', 'CreateText', 'Delete', 'SetAttributes', 'Decrypt', 'Encrypt'];
const ENTRIES = ['ZipArchive.Entries', 'ZipArchiveEntry.FullName', 'ZipFile.OpenRead().Entries', 'TarReader.GetNextEntry()'];
const FOLDERS = ['CreateDirectory', 'Delete', 'GetFiles', 'GetDirectories', 'EnumerateFiles', 'EnumerateDirectories', 'GetFileSystemEntries'];
const FILE_WORK = ['Open', 'OpenRead', 'OpenWrite', 'OpenText', 'Create', 'CreateText', 'AppendText', 'Delete', 'MoveTo', 'CopyTo', 'Replace'];
const FOLDER_WORK = ['GetFiles', 'EnumerateFiles', 'GetDirectories', 'EnumerateDirectories', 'GetFileSystemInfos', 'EnumerateFileSystemInfos', 'Create', 'CreateSubdirectory', 'Delete', 'MoveTo'];
/** Sources that hold contents, not the name of a file. */
const STREAMS = [
  'HttpRequest.Body',
  'HttpRequest.InputStream',
  'HttpRequest.Content',
  'IFormFile.OpenReadStream()',
  'MemoryStream',
  'StringReader',
  'Stream',
  'NetworkStream',
  'FileStream',
  'HttpRequest.Files.InputStream',
  'MultipartSection.Body',
  'FileMultipartSection.FileStream',
  'BufferedStream',
  'GZipStream',
  'DeflateStream',
  'BrotliStream',
  'ZLibStream',
  'CryptoStream',
  'SslStream',
  'ZipArchiveEntry.Open()',
  'HttpContent.ReadAsStream()',
  'HttpContent.ReadAsStreamAsync()',
];
const NUMBERS = ['int', 'long', 'short', 'byte', 'uint', 'ulong', 'ushort', 'sbyte', 'double', 'float', 'decimal', 'bool', 'Guid', 'DateTime', 'DateTimeOffset', 'DateOnly', 'TimeOnly', 'TimeSpan', 'Enum', 'Version', 'BigInteger', 'IPAddress'];
const TO_NUMBER = ['Int16', 'Int32', 'Int64', 'UInt16', 'UInt32', 'UInt64', 'Double', 'Single', 'Decimal', 'Boolean', 'DateTime', 'Byte', 'SByte'];
const CLIENT = ['GetAsync', 'GetStringAsync', 'GetByteArrayAsync', 'GetStreamAsync', 'GetFromJsonAsync', 'PostAsync', 'PostAsJsonAsync', 'PutAsync', 'PutAsJsonAsync', 'DeleteAsync', 'PatchAsync', 'SendAsync'];
const DOWNLOADS = ['DownloadString', 'DownloadStringAsync', 'DownloadStringTaskAsync', 'DownloadData', 'DownloadDataTaskAsync', 'DownloadFile', 'DownloadFileTaskAsync', 'OpenRead', 'OpenReadTaskAsync', 'UploadString', 'UploadData', 'UploadFile', 'UploadValues'];
const REGEX = ['IsMatch', 'Match', 'Matches', 'Replace', 'Split', 'EnumerateMatches', 'Count'];
const BINARY = ['BinaryFormatter', 'SoapFormatter', 'NetDataContractSerializer', 'LosFormatter', 'ObjectStateFormatter'];

/** .NET itself: files, processes, XML, directories, requests, objects from bytes, code. */
export const csharpPlatform: FlowRows = {
  aliases: {
    ...aliases('string', ['String']),
    ...aliases('int', ['Int32']),
    ...aliases('long', ['Int64']),
    ...aliases('bool', ['Boolean']),
    ...aliases('double', ['Double']),
    ...aliases('decimal', ['Decimal']),
    ...aliases('ProcessStartInfo', ['Process.StartInfo']),
    ...aliases('HttpClient', ['IHttpClientFactory.CreateClient()', 'HttpMessageInvoker']),
    ...aliases('Exception', ['AggregateException', 'InvalidOperationException', 'ArgumentException', 'SqlException', 'DbException', 'IOException']),
    ...aliases('XPathNavigator', ['XmlDocument.CreateNavigator()', 'XPathDocument.CreateNavigator()', 'XmlNode.CreateNavigator()']),
    ...aliases('MultipartSection', ['MultipartReader.ReadNextSectionAsync()']),
    ...aliases('FileMultipartSection', ['MultipartSection.AsFileSection()']),
    ...aliases('NetworkStream', ['TcpClient.GetStream()', 'SslStream']),
  },
  sources: {
    ...labelled('message from the network', ['NetworkStream.Read()', 'Socket.Receive()', 'UdpClient.Receive()', 'UdpClient.ReceiveAsync()', 'NetworkStream']),
    ...labelled('name of a file in an archive', ENTRIES),
  },
  harmless: [{ paths: ENTRIES, weaknesses: FLOW_WEAKNESSES.filter((name) => name !== 'path-traversal') }],
  sinks: [
    ...sinks('path-traversal', [...below('File', READ), ...below('File', WRITE), ...below('Directory', FOLDERS)], { only: 'file' }),
    ...sinks('path-traversal', below('File', ['Copy', 'Move', 'Replace', 'CreateSymbolicLink']), { arguments: [0, 1], only: 'file' }),
    ...sinks('path-traversal', below('Directory', ['Move']), { arguments: [0, 1] }),
    ...sinks('path-traversal', ['FileStream', 'PhysicalFileProvider'], { only: 'file', unless: STREAMS }),
    ...sinks('path-traversal', ['FileInfo', 'DirectoryInfo'], { only: 'file', unless: STREAMS, isLook: true }),
    ...sinks('path-traversal', [...below('FileInfo', FILE_WORK), ...below('DirectoryInfo', FOLDER_WORK)], { receiver: true }),
    ...sinks('path-traversal', ['StreamReader', 'StreamWriter'], { only: 'file', unless: STREAMS }),
    ...sinks('path-traversal', ['ZipFile.OpenRead', 'ZipFile.Open', 'Image.FromFile', 'Assembly.LoadFile']),
    ...sinks('path-traversal', ['*.ExtractToFile', '*.ExtractToDirectory'], { arguments: [0] }),
    ...sinks('command-injection', ['Process.Start', 'ProcessStartInfo'], { arguments: [0, 'fileName', 'FileName'] }),
    // A shell does not take a list of arguments apart.
    ...sinks('command-injection', ['Process.Start', 'ProcessStartInfo'], { arguments: [1, 'arguments', 'Arguments'], only: 'shell-text' }),
    ...assigned('command-injection', below('ProcessStartInfo', ['FileName', 'Arguments'])),
    ...sinks('code-injection', [...below('CSharpScript', ['EvaluateAsync', 'RunAsync', 'Create']), '*.CompileAssemblyFromSource', 'Assembly.Load', 'Assembly.LoadFrom', 'Assembly.UnsafeLoadFrom', '*.AddScript', 'PowerShell.AddScript', '*.InvokeScript'], { arguments: [0, 1] }),
    ...sinks('template-injection', ['*.RunCompile', 'Razor.Parse', 'RazorEngine.Compile', 'RazorEngineCompiledTemplate.Compile']),
    ...sinks('request-forgery', [...below('HttpClient', CLIENT), ...below('WebClient', DOWNLOADS), 'WebRequest.Create', 'HttpWebRequest.Create', 'WebRequest.CreateHttp', 'RestClient', 'RestRequest'], { only: 'address' }),
    ...sinks('request-forgery', ['HttpRequestMessage'], { arguments: [1], only: 'address' }),
    ...sinks('request-forgery', ['*.DownloadStringTaskAsync', '*.DownloadString', '*.DownloadFile', '*.GetStringAsync', '*.GetByteArrayAsync'], { only: 'address' }),
    ...sinks('ldap-injection', ['DirectorySearcher'], { arguments: [0, 1, 'filter'] }),
    ...assigned('ldap-injection', ['DirectorySearcher.Filter']),
    ...sinks('ldap-injection', ['SearchRequest'], { arguments: [1] }),
    ...sinks('ldap-injection', ['DirectoryEntry']),
    ...sinks('xpath-injection', ['*.SelectNodes', '*.SelectSingleNode', '*.XPathSelectElement', '*.XPathSelectElements', '*.XPathEvaluate', 'XPathExpression.Compile', ...below('XPathNavigator', ['Select', 'Evaluate', 'Compile', 'SelectSingleNode', 'Matches'])]),
    ...sinks(
      'unsafe-deserialization',
      BINARY.flatMap((name) => below(name, ['Deserialize', 'UnsafeDeserialize', 'ReadObject'])),
    ),
    ...sinks('unsafe-deserialization', ['JsonConvert.DeserializeObject', 'JsonConvert.PopulateObject'], { onlyWith: 'TypeNameHandling' }),
    ...sinks('unsafe-deserialization', ['XmlSerializer', 'DataContractSerializer', 'DataContractJsonSerializer'], { arguments: [0] }),
    ...sinks('unsafe-deserialization', ['XamlReader.Parse', 'XamlReader.Load', 'XamlServices.Parse', 'XamlServices.Load', 'MessagePackSerializer.Typeless.Deserialize']),
    ...sinks('regular-expression-injection', ['Regex'], { unless: ['RegexOptions.NonBacktracking'] }),
    ...sinks('regular-expression-injection', below('Regex', REGEX), { arguments: [1], unless: ['RegexOptions.NonBacktracking'] }),
  ],
  sanitizers: [
    ...safe('all', [...NUMBERS.flatMap((name) => below(name, ['Parse', 'ParseExact', 'TryParse', 'TryParseExact'])), 'Guid', ...TO_NUMBER.map((name) => `Convert.To${name}`), '*.GetHashCode', '*.CompareTo', '*.GetType']),
    ...safe(['path-traversal'], ['Path.GetFileName', 'Path.GetFileNameWithoutExtension', 'Path.GetRandomFileName', 'Path.GetTempFileName', 'Path.GetExtension']),
    ...safe(['regular-expression-injection'], ['Regex.Escape']),
    ...safe(['ldap-injection'], ['Encoder.LdapFilterEncode', 'Encoder.LdapDistinguishedNameEncode']),
    // A digest does not reveal its input.
    ...safe('all', ['*.ComputeHash', '*.ComputeHashAsync', ...['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512'].map((name) => `${name}.HashData`)]),
  ],
};
