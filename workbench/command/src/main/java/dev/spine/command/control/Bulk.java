package dev.spine.command.control;

import java.util.Arrays;
import java.util.Base64;

/** Bytes that a request carries: a program file, the payload of a message. In a line they stand in base 64. Immutable; any thread. */
public final class Bulk {
    private final byte[] bytes;

    /**
     * Keeps bytes.
     *
     * @param bytes copied
     */
    public Bulk(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** {@return a copy of the bytes} */
    public byte[] bytes() {
        return bytes.clone();
    }

    /**
     * {@return the bytes of a member of a line}
     *
     * @param fields has it
     * @param key which
     * @param most bytes at most
     * @throws RequestException when it is not there, no base 64, or has more
     */
    static Bulk of(Fields fields, String key, int most) throws RequestException {
        String text = fields.text(key, ControlProtocol.MAX_LINE);
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            if (bytes.length > most) {
                throw new RequestException(Refusal.TOO_LONG, "\"" + key + "\" has " + bytes.length + " bytes, and at most " + most
                    + " can be sent");
            }
            return new Bulk(bytes);
        } catch (IllegalArgumentException e) {
            throw new RequestException(Refusal.MALFORMED, "\"" + key + "\" must be bytes in base 64");
        }
    }

    /** {@return the bytes as a line has them} */
    String base64() {
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bulk bulk && Arrays.equals(bytes, bulk.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
