<?php

function invitation(): string
{
    $token = bin2hex(random_bytes(16));
    return '/join?by=' . $token;
}

function sealed(string $text, string $key): string
{
    $cipher = 'aes-256-gcm';
    return openssl_encrypt($text, $cipher, $key, 0, random_bytes(12), $tag);
}

function digest(string $text): string
{
    $algorithm = 'sha256';
    return hash($algorithm, $text);
}

setcookie('language', 'en', 0, '/', '', true, true);
