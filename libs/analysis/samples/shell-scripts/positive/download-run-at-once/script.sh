#!/bin/bash
bash <(curl -fsSL https://get.example.org/install.sh)
