package dev.spine.device.display.monitor.vnc;

import dev.spine.device.display.monitor.vnc.VncCounters.Counter;
import dev.spine.device.display.surface.SurfaceGeometry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The first exchange with a viewer: version, security, size and name. Used by the viewer's reading thread.
 *
 * <p>Source: RFC 6143 sections 7.1 to 7.3 and appendix A for the versions 3.3 and 3.7; any other version speaks 3.3, as the RFC asks, a
 * later one 3.8.
 */
final class Handshake {
    private static final String OUR_VERSION = "RFB 003.008\n";
    private static final int VERSION_BYTES = 12;
    private static final int SECURITY_NONE = 1;
    private static final int SECURITY_VNC = 2;
    private static final int RESULT_OK = 0;
    private static final int RESULT_FAILED = 1;

    private final RfbInput in;
    private final RfbOutput out;
    private final @Nullable VncPassword password;
    private final SecureRandom random;

    /** Holds back the answer to a wrong password. */
    @FunctionalInterface
    interface Delay {
        /**
         * Waits.
         *
         * @param time how long
         */
        void hold(Duration time);
    }

    /** The versions that differ. */
    private enum Version {
        /** The server decides on the security type; a refusal has no reason. */
        V3_3,
        /** The viewer chooses; a refusal has no reason; without security there is no result. */
        V3_7,
        /** There is always a result, with a reason when it is a refusal. */
        V3_8
    }

    /**
     * A handshake that has not begun.
     *
     * @param in from the viewer
     * @param out to the viewer
     * @param password what it must know, or null
     * @param random makes challenges
     */
    Handshake(RfbInput in, RfbOutput out, @Nullable VncPassword password, SecureRandom random) {
        this.in = in;
        this.out = out;
        this.password = password;
        this.random = random;
    }

    /**
     * Runs up to the viewer's wish to be alone.
     *
     * @param wrongPasswordDelay how long the answer to a wrong password is delayed
     * @param delay holds it back
     * @return whether the viewer shares the screen with others
     * @throws IOException the viewer is refused, or the connection failed
     */
    boolean run(Duration wrongPasswordDelay, Delay delay) throws IOException {
        out.text(OUR_VERSION);
        out.flush();
        Version version = version(new String(in.bytes(VERSION_BYTES), StandardCharsets.ISO_8859_1));
        int type = password == null ? SECURITY_NONE : SECURITY_VNC;
        if (version == Version.V3_3) {
            out.u32(type);
        } else {
            out.u8(1);
            out.u8(type);
            out.flush();
            if (in.u8() != type) {
                throw refuse(version, Counter.BAD_HANDSHAKES, "this security type was not offered");
            }
        }
        VncPassword known = password;
        if (known != null) {
            authenticate(version, known, wrongPasswordDelay, delay);
        }
        if (known != null || version == Version.V3_8) {
            out.u32(RESULT_OK);
        }
        out.flush();
        return in.u8() != 0;
    }

    private static Version version(String text) throws ViewerEndedException {
        if (!text.matches("RFB [0-9]{3}\\.[0-9]{3}\n")) {
            throw new ViewerEndedException(Counter.BAD_HANDSHAKES, "this is no RFB");
        }
        int version = Integer.parseInt(text.substring(4, 7)) * 1000 + Integer.parseInt(text.substring(8, 11));
        return version >= 3008 ? Version.V3_8 : version == 3007 ? Version.V3_7 : Version.V3_3;
    }

    private void authenticate(Version version, VncPassword known, Duration wrongPasswordDelay, Delay delay) throws IOException {
        byte[] challenge = new byte[VncPassword.CHALLENGE_BYTES];
        random.nextBytes(challenge);
        out.bytes(challenge, 0, challenge.length);
        out.flush();
        if (!known.isAnswered(challenge, in.bytes(VncPassword.CHALLENGE_BYTES))) {
            delay.hold(wrongPasswordDelay);
            throw refuse(version, Counter.WRONG_PASSWORDS, "wrong password");
        }
    }

    private ViewerEndedException refuse(Version version, Counter counter, String reason) throws IOException {
        out.u32(RESULT_FAILED);
        if (version == Version.V3_8) {
            out.countedText(reason);
        }
        out.flush();
        return new ViewerEndedException(counter, reason);
    }

    /**
     * Tells what the screen is, which ends the handshake.
     *
     * @param geometry the screen
     * @param name its name
     * @throws IOException the connection failed
     */
    void describe(SurfaceGeometry geometry, String name) throws IOException {
        out.u16(geometry.width());
        out.u16(geometry.height());
        ViewerFormat.OFFERED.write(out);
        out.countedText(name);
        out.flush();
    }
}
