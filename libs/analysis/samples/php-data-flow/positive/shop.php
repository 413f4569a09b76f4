<?php

require_once __DIR__ . '/users.php';

$users = new Users(new mysqli('localhost', 'shop'));
$users->find($_GET['name']);

$connection = mysqli_connect('localhost', 'shop');
mysqli_query($connection, "DELETE FROM baskets WHERE id = " . $_POST['id']);

system('ping -c 1 ' . $_REQUEST['host']);

eval('$sum = ' . $_GET['terms'] . ';');

readfile('public/' . $_GET['file']);
move_uploaded_file($_FILES['picture']['tmp_name'], 'pictures/' . $_FILES['picture']['name']);

include 'pages/' . $_GET['page'];

$curl = curl_init();
curl_setopt($curl, CURLOPT_URL, $_GET['address']);
$preview = file_get_contents('https://' . $_GET['host'] . '/preview');

$basket = unserialize($_COOKIE['basket']);

$directory = ldap_connect('ldap://directory');
ldap_search($directory, 'dc=app', '(uid=' . $_POST['uid'] . ')');

$people = new DOMXPath(new DOMDocument());
$people->query("//person[@name='" . $_GET['name'] . "']");

$order = new DOMDocument();
$order->loadXML(file_get_contents('php://input'), LIBXML_NOENT | LIBXML_DTDLOAD);

mail('shop@example.com', 'Question', 'Hello', 'From: ' . $_POST['from']);

preg_match('/' . $_GET['search'] . '/', 'one two');

if ($_GET['done']) {
    header('Location: ' . $_GET['next']);
    exit;
}

printf('<p>%s</p>', $_GET['note']);
?>
<h1>Hello <?= $_GET['name'] ?></h1>
<?php foreach ($_POST['lines'] as $line): ?>
  <li><?php echo trim($line); ?></li>
<?php endforeach;
