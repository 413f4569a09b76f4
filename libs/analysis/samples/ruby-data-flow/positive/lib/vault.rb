require 'openssl'

class Vault
  def close(text)
    cipher = OpenSSL::Cipher.new('des-cbc')
    cipher.encrypt
    cipher.key = 'k3pt-1n-c0de'
    cipher.iv = '0123456789abcdef'
    cipher.update(text) + cipher.final
  end

  def derive(password)
    OpenSSL::KDF.pbkdf2_hmac(password, salt: 'sea salt', iterations: 1000, length: 32, hash: 'SHA256')
  end

  def pair
    OpenSSL::PKey::RSA.new(1024)
  end

  def digest(text)
    Digest::MD5.hexdigest(text)
  end

  def reset_token
    srand(42)
    reset_token = rand(1_000_000)
    reset_token.to_s
  end

  def claims(token)
    JWT.decode(token, nil, false)
  end

  def fetch(host)
    http = Net::HTTP.new(host, 443)
    http.verify_mode = OpenSSL::SSL::VERIFY_NONE
    http.verify_hostname = false
    http.min_version = OpenSSL::SSL::TLS1_VERSION
    http.get('/')
  end

  def keep(text)
    File.write('/tmp/vault.txt', text)
    File.chmod(0o666, 'vault.txt')
  end
end
