<?php

function findUser(PDO $db, string $name) {
    $statement = $db->prepare('SELECT * FROM users ' . 'WHERE name = ?');
    $statement->execute([$name]);
    return $statement;
}

function message(string $name): string {
    return "Select a file from the list, $name";
}

function byPlaceholders(PDO $db, array $ids) {
    $marks = array_fill(0, count($ids), '?');
    return $db->prepare('SELECT * FROM users WHERE id IN (' . implode(',', $marks) . ')');
}

function thumbnail(string $file) {
    system('convert ' . escapeshellarg($file) . ' thumb.png');
    return `uptime`;
}

include __DIR__ . '/pages/home.php';

$cart = unserialize($stored, ['allowed_classes' => false]);

echo '<h1>Results for ' . htmlspecialchars($_GET['q'], ENT_QUOTES) . '</h1>';
echo $_GET['page'] === 'home' ? 'Home' : 'Other';
?>
<p>Page <?= (int) $_GET['page'] ?></p>
<?php

readfile('/srv/files/' . basename($_GET['file']));

header('Location: /account');

extract($defaults);
parse_str($query, $parameters);

$hash = password_hash($password, PASSWORD_DEFAULT);
$etag = md5($body);

function resetToken(): string {
    return bin2hex(random_bytes(16));
}

function rollDice(): int {
    return mt_rand(1, 6);
}

$handle = curl_init($address);
curl_setopt($handle, CURLOPT_SSL_VERIFYPEER, true);

$document->loadXML($body, LIBXML_NONET);

// A protocol of others asks for it.
$answer = md5($challenge . $password);
$known = $this->sameText($row['old'], md5($password));
$uploaded = fopen($_FILES['statement']['tmp_name'], 'rb');
$pages = file($_FILES['pages']['tmp_name'][0]);
