package dev.spine.device.tunnel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;

/** Looks whether a private key is that of a certificate: what the one signs, the other has to confirm. Stateless; any thread. */
final class KeyOfCertificate {
    private static final Map<String, String> SIGNATURES = Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private KeyOfCertificate() {}

    /** Looks; keys of other kinds than RSA and EC are not looked at. */
    static void check(Path certificate, Path key) throws IOException {
        try (InputStream in = Files.newInputStream(certificate)) {
            PublicKey known = CertificateFactory.getInstance("X.509").generateCertificate(in).getPublicKey();
            String algorithm = SIGNATURES.get(known.getAlgorithm());
            if (algorithm != null && !confirms(known, algorithm, Files.readString(key))) {
                throw new IOException("the key in " + key + " is not that of the certificate in " + certificate
                    + ": name the key with which that certificate was asked for");
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("certificate " + certificate + " and key " + key + " cannot be compared (" + e.getMessage() + ")", e);
        }
    }

    private static boolean confirms(PublicKey known, String algorithm, String pem) throws GeneralSecurityException {
        int at = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (at < 0 || end < at) {
            return false;
        }
        byte[] encoded = Base64.getMimeDecoder().decode(pem.substring(at + BEGIN.length(), end));
        Signature signing = Signature.getInstance(algorithm);
        try {
            signing.initSign(KeyFactory.getInstance(known.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(encoded)));
        } catch (InvalidKeySpecException | InvalidKeyException e) {
            // A key of another kind.
            return false;
        }
        signing.update(encoded);
        byte[] signature = signing.sign();
        Signature confirming = Signature.getInstance(algorithm);
        confirming.initVerify(known);
        confirming.update(encoded);
        try {
            return confirming.verify(signature);
        } catch (SignatureException e) {
            // A signature that is too long or too short for this key.
            return false;
        }
    }
}
