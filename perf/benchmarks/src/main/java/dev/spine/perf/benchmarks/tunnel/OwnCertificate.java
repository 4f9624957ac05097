package dev.spine.perf.benchmarks.tunnel;

import dev.spine.device.tunnel.TunnelSecurity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A key and a certificate that has signed itself, which both ends have and believe; made by the JDK's keytool. Any thread. */
public final class OwnCertificate {
    private static final String PASSWORD = "password";
    private static final String CERTIFICATE = "end.crt";
    private static final String KEY = "end.key";

    private OwnCertificate() {}

    /** The security of both ends. */
    static TunnelSecurity make() throws IOException, InterruptedException, GeneralSecurityException {
        Path directory = Files.createTempDirectory("spine-bench");
        keys(directory);
        TunnelSecurity security = TunnelSecurity.certificates(directory.resolve(CERTIFICATE), directory.resolve(KEY),
            directory.resolve(CERTIFICATE));
        for (Path file : new Path[] {directory.resolve(CERTIFICATE), directory.resolve(KEY), directory}) {
            Files.delete(file);
        }
        return security;
    }

    /**
     * {@return keys of a tunnel that has them, for a system file}
     *
     * @param directory that gets the files
     * @throws IOException when they cannot be written, or keytool fails
     * @throws InterruptedException when the thread is interrupted meanwhile
     * @throws GeneralSecurityException when the key cannot be read
     */
    public static String keys(Path directory) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = directory.resolve("end.p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/keytool").toString(), "-genkeypair", "-alias",
            "end", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=end", "-ext", "san=ip:127.0.0.1", "-keystore",
            store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool has made no certificate in " + directory);
        }
        KeyStore read = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            read.load(in, PASSWORD.toCharArray());
        }
        Files.delete(store);
        Path certificate = pem(directory.resolve(CERTIFICATE), "CERTIFICATE", read.getCertificate("end").getEncoded());
        Path key = pem(directory.resolve(KEY), "PRIVATE KEY", read.getKey("end", PASSWORD.toCharArray()).getEncoded());
        return """
            security = "tls"
            certificate = "%1$s"
            key = "%2$s"
            authorities = "%1$s"
            """.formatted(certificate, key);
    }

    private static Path pem(Path file, String kind, byte[] bytes) throws IOException {
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
            + "\n-----END " + kind + "-----\n");
    }
}
