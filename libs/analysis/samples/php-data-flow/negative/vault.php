<?php

function sealed(string $text): string
{
    $start = random_bytes(openssl_cipher_iv_length('aes-256-cbc'));
    return $start . openssl_encrypt($text, 'aes-256-cbc', getenv('SHOP_KEY'), 0, $start);
}

function derived(string $typed): string
{
    $grains = random_bytes(16);
    $rounds = 600000;
    return hash_pbkdf2('sha256', $typed, $grains, $rounds, 64);
}

function pair()
{
    return openssl_pkey_new(['private_key_bits' => 3072, 'private_key_type' => OPENSSL_KEYTYPE_RSA]);
}

function hashed(string $typed): string
{
    return password_hash($typed, PASSWORD_BCRYPT, ['cost' => 12]);
}

function prices(): string
{
    $checks = true;
    $request = curl_init('https://prices.example/');
    curl_setopt($request, CURLOPT_SSL_VERIFYPEER, $checks);
    curl_setopt($request, CURLOPT_SSL_VERIFYHOST, 2);
    return curl_exec($request);
}
