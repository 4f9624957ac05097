package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A key and a certificate that has signed itself, in PEM, made by the JDK's keytool.
 *
 * @param certificate file
 * @param key file
 */
record Certificates(Path certificate, Path key) {
    private static final String PASSWORD = "password";

    /** Makes them; {@code host} is what the certificate names, as {@code "ip:127.0.0.1"}. */
    static Certificates make(Path directory, String name, String host) throws Exception {
        return make(directory, name, host, "EC", "-groupname", "secp256r1");
    }

    /** The same with a key of some kind, as keytool names it. */
    static Certificates make(Path directory, String name, String host, String algorithm, String option, String value) throws Exception {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/keytool").toString(), "-genkeypair", "-alias",
            "end", "-keyalg", algorithm, option, value, "-dname", "CN=" + name, "-ext", "san=" + host, "-keystore", store.toString(),
            "-storetype", "PKCS12", "-storepass", PASSWORD).inheritIO().start();
        assertEquals(0, keytool.waitFor());
        KeyStore read = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            read.load(in, PASSWORD.toCharArray());
        }
        return new Certificates(pem(directory.resolve(name + ".crt"), "CERTIFICATE", read.getCertificate("end").getEncoded()),
            pem(directory.resolve(name + ".key"), "PRIVATE KEY", key(read)));
    }

    private static byte[] key(KeyStore store) throws GeneralSecurityException {
        return store.getKey("end", PASSWORD.toCharArray()).getEncoded();
    }

    private static Path pem(Path file, String kind, byte[] bytes) throws IOException {
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
            + "\n-----END " + kind + "-----\n");
    }

    /** The security of an end that has these and believes some others. */
    TunnelSecurity believing(Path authorities) throws IOException {
        return TunnelSecurity.certificates(certificate, key, authorities);
    }
}
