<?php

header("Content-Security-Policy: script-src 'self' 'unsafe-inline'");

$state = $_GET['state'];
$till = new $state();

if (!preg_match('/^(\w+\s?)*$/', $_POST['line'])) {
    http_response_code(400);
}

function stored(): PDO
{
    $word = 'drawer-and-till';
    return new PDO('mysql:host=db.example;dbname=counter', 'counter', $word);
}

function fetched($handle): void
{
    curl_setopt($handle, CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_0);
}

function pages($loader): Twig\Environment
{
    return new Twig\Environment($loader, ['debug' => true]);
}
