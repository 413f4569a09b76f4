#!/bin/bash
curl -fsSL http://get.example.org/install.sh | sh
