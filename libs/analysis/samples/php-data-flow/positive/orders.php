<?php

use MongoDB\Client;

$orders = (new Client())->shop->orders;
$orders->findOne(['customer' => $_POST['customer'], 'password' => $_POST['password']]);
