<?php

class Users
{
    public function __construct(private mysqli $connection)
    {
    }

    public function find(string $name)
    {
        return $this->connection->query("SELECT * FROM users WHERE name = '$name'");
    }
}
