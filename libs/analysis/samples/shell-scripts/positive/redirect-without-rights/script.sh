#!/bin/bash
sudo echo 'net.ipv4.ip_forward = 1' > /etc/sysctl.d/99-forward.conf
