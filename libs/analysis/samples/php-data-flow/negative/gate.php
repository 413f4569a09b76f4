<?php

use Firebase\JWT\JWT;
use Firebase\JWT\Key;

const RIGHTS = 0640;
const ORIGINS = ['https://shop.example', 'https://till.example'];

function signed(string $name): string
{
    return JWT::encode(['name' => $name], getenv('SHOP_KEY'), 'HS256');
}

function readToken(string $token, string $key): object
{
    return JWT::decode($token, new Key($key, 'HS256'));
}

function order(string $xml): DOMDocument
{
    $document = new DOMDocument();
    $document->substituteEntities = false;
    $document->loadXML($xml);
    return $document;
}

function share(string $file): void
{
    chmod($file, RIGHTS);
    file_put_contents(tempnam(sys_get_temp_dir(), 'shop'), 'apple;3');
}

if (in_array($_SERVER['HTTP_ORIGIN'], ORIGINS, true)) {
    header('Access-Control-Allow-Origin: ' . $_SERVER['HTTP_ORIGIN']);
}
ini_set('display_errors', '0');

try {
    share('stock.csv');
} catch (Exception $error) {
    error_log($error->getTraceAsString());
    echo 'The stock cannot be counted now.';
}
