#!/bin/bash
chown -R www-data /var/www
chmod -R u+w /var/www
