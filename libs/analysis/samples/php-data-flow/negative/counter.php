<?php

header("Content-Security-Policy: script-src 'self'");

$states = ['open' => OpenTill::class, 'closed' => ClosedTill::class];
$state = $states[$_GET['state']] ?? ClosedTill::class;
$till = new $state();

if (!preg_match('/^\w+(?: \w+)*$/', $_POST['line'])) {
    http_response_code(400);
}

function stored(): PDO
{
    return new PDO('mysql:host=db.example;dbname=counter', 'counter', getenv('DB_PASSWORD'));
}

function fetched($handle): void
{
    curl_setopt($handle, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2);
}

function pages($loader): Twig\Environment
{
    return new Twig\Environment($loader, ['debug' => false]);
}
