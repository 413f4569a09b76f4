# MySQL
SELECT `id` FROM `customers` WHERE name = 'O\'Hara' LIMIT 5, 10;
REPLACE INTO customers SET id = 1;
CREATE TABLE `customers` (`id` int(11) NOT NULL AUTO_INCREMENT, PRIMARY KEY (`id`)) ENGINE=InnoDB;
