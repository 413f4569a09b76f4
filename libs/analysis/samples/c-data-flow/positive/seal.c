#include <openssl/evp.h>

int seal(EVP_CIPHER_CTX *context, const unsigned char *key, const unsigned char *iv)
{
    return EVP_EncryptInit_ex(context, EVP_des_ede3_cbc(), NULL, key, iv);
}

int fingerprint(const void *text, size_t length, unsigned char *out)
{
    return EVP_Digest(text, length, out, NULL, EVP_md5(), NULL);
}
