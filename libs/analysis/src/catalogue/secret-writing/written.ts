/** A way to write a credential without a name before it. Each expression takes a bounded number of steps. */
export interface Written {
  /** The text before the credential. The expression is tried only after it. */
  readonly stem: RegExp;
  readonly expression: RegExp;
  readonly name: string;
}

const WORD = String.raw`[^\s"'` + '`' + String.raw`;|&<>]{1,200}`;
const END = String.raw`["']?`;

export const WRITTEN: readonly Written[] = [
  // curl -u user:password
  {
    stem: /\bcurl\b/g,
    expression: new RegExp(String.raw`[^\n]{0,200}?\s(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,60}:(${WORD})${END}`, 'y'),
    name: 'password',
  },
  { stem: /\bsshpass\b/g, expression: new RegExp(String.raw`\s{1,4}-p\s?["']?(${WORD})${END}`, 'y'), name: 'password' },
  {
    stem: /\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-admin|mysqlcheck)\b/g,
    expression: new RegExp(String.raw`[^\n]{0,160}?\s-p["']?([^\s"'` + '`' + String.raw`;|&<>-]${WORD})`, 'y'),
    name: 'password',
  },
  {
    stem: /\b(?:docker|podman|helm registry|oras|skopeo|az acr|buildah)\s{1,2}login\b/g,
    expression: new RegExp(String.raw`[^\n]{0,160}?\s-p[ =]?["']?(${WORD})${END}`, 'y'),
    name: 'password',
  },
  {
    stem: /\bredis-cli\b/g,
    expression: new RegExp(String.raw`[^\n]{0,120}?\s-a[ =]?["']?(${WORD})${END}`, 'y'),
    name: 'password',
  },
  {
    stem: /\bhtpasswd\b/g,
    expression: new RegExp(String.raw`[^\n]{0,20}?\s-[a-zA-Z]{0,4}b[a-zA-Z]{0,3}\s[^\n]{0,100}?\s?\S{1,40}\s["']?(${WORD})${END}`, 'y'),
    name: 'password',
  },
  // keytool -storepass password
  {
    stem: /-(?:(?:src|dest)?(?:store|key)pass)\s{1,2}/g,
    expression: new RegExp(String.raw`["']?(${WORD})${END}`, 'y'),
    name: 'password',
  },
  {
    stem: /\b(?:sqlcmd|osql|zip|unzip)\b/g,
    expression: new RegExp(String.raw`[^\n]{0,160}?\s-P\s?["']?(${WORD})${END}`, 'y'),
    name: 'password',
  },
  {
    stem: /\b(?:ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami)\b/g,
    expression: new RegExp(String.raw`[^\n]{0,160}?\s-w\s?["']?(${WORD})${END}`, 'y'),
    name: 'password',
  },
  {
    stem: /\b(?:mongo|mongosh|mongodump|mongorestore|mongoimport|mongoexport|cqlsh)\s/g,
    expression: new RegExp(String.raw`[^\n]{0,160}?(?<=\s)-p\s?["']?(${WORD})${END}`, 'y'),
    name: 'password',
  },
  {
    stem: /\brabbitmqctl\s{1,2}(?:add_user|change_password)\s/g,
    expression: new RegExp(String.raw`\s?\S{1,60}\s["']?(${WORD})${END}`, 'y'),
    name: 'password',
  },
  // echo user:password | chpasswd, echo password | docker login --password-stdin
  {
    stem: /\becho\s{1,3}(?:-n\s)?/g,
    expression: new RegExp(String.raw`["']?[\w.-]{1,40}:(${WORD})${END}\s{0,4}\|\s{0,4}(?:sudo )?chpasswd`, 'y'),
    name: 'password',
  },
  {
    stem: /\becho\s{1,3}(?:-n\s)?/g,
    expression: new RegExp(String.raw`["']?(${WORD})${END}\s{0,4}\|\s{0,4}(?:sudo -S|passwd --stdin|(?:docker|podman|helm registry)\s[^\n]{0,80}--password-stdin)`, 'y'),
    name: 'password',
  },
  { stem: /-pass(?:in|out)?\s{1,2}["']?pass:/g, expression: new RegExp(`(${WORD})`, 'y'), name: 'password' },
  {
    stem: /\bIDENTIFIED\s{1,3}(?:WITH\s{1,3}\w{1,40}\s{1,3})?BY\s{1,3}/gi,
    expression: /\\?["']([^"'\n\\]{1,100})\\?["']/y,
    name: 'password',
  },
  // A user and a password, one after the other.
  {
    stem: /(?<![\w-])(?:auth|basic_?auth|set_?basic_?auth|HTTPBasicAuth|HTTPDigestAuth|httpBasic|withBasicAuth|NetworkCredential|UsernamePasswordCredentials?|PasswordAuthentication|UsernamePasswordAuthenticationToken|BasicCredentials|BasicAuthInterceptor|basicAuthentication|BasicAWSCredentials|inMemoryCredentials)\b/gi,
    expression: /\s{0,4}[=:(]\s{0,4}\(?\s{0,4}(?:user(?:name)?\s?[=:]\s?)?["'][^"'\n]{1,60}["'],\s{0,4}["']([^"'\n]{3,100})["']\s{0,4}\)/y,
    name: 'password',
  },
  // An address, a user and a password, one after the other.
  {
    stem: /\b(?:getConnection|mysqli|mysqli_connect|mysql_connect|pg_connect|PDO|oci_connect)\s?\(/g,
    expression: /[^\n"']{0,40}(?:["'][^"'\n]{1,200}["'])?[^\n"']{0,40},\s{0,4}["'][^"'\n]{1,60}["'],\s{0,4}["']([^"'\n]{3,100})["']/y,
    name: 'password',
  },
  // jwt.sign(payload, 'key'), createHmac('sha256', 'key'), Algorithm.HMAC256("key")
  {
    stem: /\b(?:jwt\.(?:sign|verify|encode|decode)|createHmac|JWT\.(?:encode|decode))\(/g,
    expression: /(?:[^\n"'(){}]{1,60}|\{[^\n{}]{0,120}\}|["']\w{3,10}-?\d{0,3}["']),\s?["']([^"'\n\s]{6,200})["'](?=\s{0,4}[,)])/y,
    name: 'signing key',
  },
  {
    stem: /\b(?:HMAC(?:256|384|512)|setSigningKey|cookieParser)\(/g,
    expression: /["']([^"'\n\s]{6,200})["']\s{0,4}\)/y,
    name: 'signing key',
  },
  // Authorization: Bearer …
  {
    stem: /\b(?:Bearer|Token|token|bearer) /g,
    expression: /(?!=)([\w.~+/=-]{16,600})(?![\w.~+/=-])/y,
    name: 'bearer token',
  },
];
