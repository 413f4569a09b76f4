UPDATE notification SET config = config_old;
