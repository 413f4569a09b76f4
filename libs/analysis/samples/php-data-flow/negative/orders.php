<?php

use MongoDB\Client;

$orders = (new Client())->shop->orders;
$orders->findOne(['customer' => (string) $_POST['customer'], 'password' => ['$eq' => $_POST['password']]]);
