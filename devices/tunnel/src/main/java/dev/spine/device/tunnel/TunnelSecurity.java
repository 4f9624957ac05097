package dev.spine.device.tunnel;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Whether the ends of a tunnel prove who they are, and nobody else can read it. Immutable; any thread. */
public final class TunnelSecurity {
    /** Neither: for loopback, and among machines that trust one another and their network. */
    public static final TunnelSecurity PLAIN = new TunnelSecurity(null, null);

    private static final String PROTOCOL = "TLSv1.3";

    private final @Nullable SslContext listener;
    private final @Nullable SslContext connector;

    private TunnelSecurity(@Nullable SslContext listener, @Nullable SslContext connector) {
        this.listener = listener;
        this.connector = connector;
    }

    /**
     * {@return TLS 1.3 with certificates on both sides; who connects checks also that the certificate names the host that it has
     * connected to}
     *
     * @param certificate file with this end's certificate, and those between it and an authority, in PEM
     * @param key file with its private key, in PEM (PKCS 8, not encrypted)
     * @param authorities file with the certificates that are believed, or have signed what is, in PEM
     * @throws IOException when a file cannot be read, or does not hold that; the message is one line for people
     */
    public static TunnelSecurity certificates(Path certificate, Path key, Path authorities) throws IOException {
        for (Path file : new Path[] {certificate, key, authorities}) {
            if (!Files.isReadable(file)) {
                throw new IOException("there is no file " + file + " that can be read: name one in PEM");
            }
        }
        try {
            SslContext listener = SslContextBuilder.forServer(certificate.toFile(), key.toFile()).trustManager(authorities.toFile())
                .clientAuth(ClientAuth.REQUIRE).protocols(PROTOCOL).build();
            SslContext connector = SslContextBuilder.forClient().keyManager(certificate.toFile(), key.toFile())
                .trustManager(authorities.toFile()).protocols(PROTOCOL).endpointIdentificationAlgorithm("HTTPS").build();
            KeyOfCertificate.check(certificate, key);
            return new TunnelSecurity(listener, connector);
        } catch (SSLException | IllegalArgumentException e) {
            throw new IOException("no certificate, key and authorities in PEM are in " + certificate + ", " + key + " and " + authorities
                + " (" + e.getMessage() + ")", e);
        }
    }

    /** The handler of a connection that was accepted; null for none. */
    @Nullable SslHandler accepted(ByteBufAllocator buffers) {
        SslContext context = listener;
        return context == null ? null : context.newHandler(buffers, GlobalEventExecutor.INSTANCE);
    }

    /** The handler of a connection that was made; null for none. */
    @Nullable SslHandler made(ByteBufAllocator buffers, TunnelEnd.Connect to) {
        SslContext context = connector;
        return context == null ? null : context.newHandler(buffers, to.host(), to.port(), GlobalEventExecutor.INSTANCE);
    }
}
