require 'openssl'

class Vault
  def close(text)
    cipher = OpenSSL::Cipher.new('aes-256-gcm')
    cipher.encrypt
    cipher.key = ENV.fetch('VAULT_KEY')
    cipher.iv = cipher.random_iv
    cipher.update(text) + cipher.final
  end

  def derive(password)
    salt = SecureRandom.bytes(16)
    OpenSSL::KDF.pbkdf2_hmac(password, salt: salt, iterations: 600_000, length: 32, hash: 'SHA256')
  end

  def pair
    OpenSSL::PKey::RSA.new(3072)
  end

  def digest(text)
    Digest::SHA256.hexdigest(text)
  end

  def reset_token
    reset_token = SecureRandom.hex(16)
    reset_token.to_s
  end

  def claims(token)
    JWT.decode(token, ENV.fetch('JWT_KEY'), true, algorithm: 'HS256')
  end

  def fetch(host)
    http = Net::HTTP.new(host, 443)
    http.verify_mode = OpenSSL::SSL::VERIFY_PEER
    http.verify_hostname = true
    http.min_version = OpenSSL::SSL::TLS1_2_VERSION
    http.get('/')
  end

  def keep(text)
    Tempfile.create('vault') { |file| file.write(text) }
    File.chmod(0o600, 'vault.txt')
  end
end
