package dev.spine.device.display.monitor.vnc;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * What viewers must know in order to look. RFB uses the first eight bytes; a longer password is no safer.
 *
 * <p>The viewer never sends it: it encrypts 16 random bytes with it by DES, each byte of the key with its bits in reverse order. That
 * keeps out passers-by and not a determined attacker, and the pictures themselves go unencrypted. Immutable; any thread.
 *
 * <p>Source: RFC 6143 section 7.2.2; the reversal of bits as every implementation does it.
 */
public final class VncPassword {
    /** Bytes of a challenge and of its answer. */
    static final int CHALLENGE_BYTES = 16;
    private static final int KEY_BYTES = 8;

    private final byte[] key;

    private VncPassword(byte[] key) {
        this.key = key;
    }

    /**
     * A password.
     *
     * @param text at least one character; of its bytes in UTF-8 the first eight count
     * @return the password
     * @throws IllegalArgumentException the text is empty
     */
    public static VncPassword of(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("an empty password; give at least one character, or no password at all");
        }
        byte[] key = Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), KEY_BYTES);
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (Integer.reverse(key[i]) >>> 24);
        }
        return new VncPassword(key);
    }

    /**
     * {@return whether an answer to a challenge shows that the viewer knows the password; takes as long for wrong answers as for right
     * ones}
     *
     * @param challenge 16 random bytes, used once
     * @param answer 16 bytes from the viewer
     */
    boolean isAnswered(byte[] challenge, byte[] answer) {
        return MessageDigest.isEqual(answerTo(challenge), answer);
    }

    /**
     * {@return the right answer to a challenge}
     *
     * @param challenge 16 bytes
     */
    // RFB prescribes DES on two independent blocks, and nothing else would be understood.
    @SuppressWarnings("InsecureCryptoUsage")
    byte[] answerTo(byte[] challenge) {
        try {
            Cipher cipher = Cipher.getInstance("DES/ECB/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "DES"));
            return cipher.doFinal(challenge);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java machine has no DES: run one with the usual providers, or use no password", e);
        }
    }

    /** Shows nothing of the password. */
    @Override
    public String toString() {
        return "a password";
    }
}
