<?php

require_once __DIR__ . '/users.php';

$users = new Users(new mysqli('localhost', 'shop'));
$users->find($_GET['name']);

$connection = mysqli_connect('localhost', 'shop');
mysqli_query($connection, 'DELETE FROM baskets WHERE id = ' . (int) $_POST['id']);
mysqli_query($connection, "DELETE FROM baskets WHERE name = '" . mysqli_real_escape_string($connection, $_POST['name']) . "'");

system('ping -c 1 ' . escapeshellarg($_REQUEST['host']));

$formulas = ['sum' => 'array_sum', 'most' => 'max'];
if (isset($formulas[$_GET['formula']])) {
    call_user_func($formulas[$_GET['formula']], [1, 2]);
}

readfile('public/' . basename($_GET['file']));
move_uploaded_file($_FILES['picture']['tmp_name'], 'pictures/' . md5($_FILES['picture']['name']));

if (in_array($_GET['page'], ['home', 'about'], true)) {
    include 'pages/' . $_GET['page'];
}

$curl = curl_init();
curl_setopt($curl, CURLOPT_URL, 'https://api.example.com/items?name=' . urlencode($_GET['name']));
curl_setopt($curl, CURLOPT_POSTFIELDS, $_POST['note']);
$preview = file_get_contents('https://api.example.com/preview/' . $_GET['item']);

$basket = unserialize($_COOKIE['basket'], ['allowed_classes' => false]);
$settings = json_decode($_COOKIE['settings']);

$directory = ldap_connect('ldap://directory');
ldap_search($directory, 'dc=app', '(uid=' . ldap_escape($_POST['uid'], '', LDAP_ESCAPE_FILTER) . ')');

$people = new DOMXPath(new DOMDocument());
if (ctype_alnum($_GET['name'])) {
    $people->query("//person[@name='" . $_GET['name'] . "']");
}

$order = new DOMDocument();
$order->loadXML(file_get_contents('php://input'));

if (filter_var($_POST['from'], FILTER_VALIDATE_EMAIL)) {
    mail('shop@example.com', 'Question', $_POST['text'], 'From: ' . $_POST['from']);
}

preg_match('/' . preg_quote($_GET['search'], '/') . '/', 'one two');

if ($_GET['done']) {
    header('Location: /items?next=' . $_GET['next']);
    exit;
}

function fail(string $message): never
{
    die(htmlspecialchars($message));
}

function isName(string $text): bool
{
    return preg_match('/^[a-z]+$/D', $text) === 1;
}

if (!isName($_GET['name'])) {
    fail($_GET['name'] . ' is no name');
}

printf('<p>%d</p>', $_GET['count']);
?>
<h1>Hello <?= $_GET['name'] ?></h1>
<?php foreach ($_POST['lines'] as $line): ?>
  <li><?php echo htmlspecialchars(trim($line), ENT_QUOTES); ?></li>
  <li><?php echo str_replace(['&', '<', '"'], ['&amp;', '&lt;', '&quot;'], $line); ?></li>
<?php endforeach;

echo preg_replace('/[^a-z0-9]/', '', $_GET['code']);
