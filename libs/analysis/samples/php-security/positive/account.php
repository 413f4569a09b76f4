<?php

function findUser(PDO $db, string $name) {
    return $db->query("SELECT * FROM users WHERE name = '" . $name . "'");
}

function deleteUser(mysqli $db, $id) {
    mysqli_query($db, "DELETE FROM users WHERE id = $id");
}

function thumbnail(string $file) {
    system('convert ' . $file . ' thumb.png');
    return `identify $file`;
}

function calculate(string $formula) {
    eval('$result = ' . $formula . ';');
    return $result;
}

include 'pages/' . $_GET['page'] . '.php';

$cart = unserialize($_COOKIE['cart']);

echo '<h1>Results for ' . $_GET['q'] . '</h1>';
?>
<p>Hello <?= $_POST['name'] ?></p>
<?php

readfile('/srv/files/' . $_GET['file']);

header('Location: ' . $_GET['next']);

extract($_POST);

$hash = md5($password);

function resetToken(): string {
    return uniqid();
}

$handle = curl_init($address);
curl_setopt($handle, CURLOPT_SSL_VERIFYPEER, false);

$document->loadXML($body, LIBXML_NOENT);

phpinfo();
